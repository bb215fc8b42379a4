// Purpose: words. `user_key` (in the index of replies `reply_key`) is one token that stands in every row, so that the
//   user is matched inside the index.
//   `english` is Porter's stemmer behind Unicode word breaks, as SQLite's index has it; texts come folded (no marks,
//   lower case), so no folding analyzer is needed. Its stop words are those that questions are asked without anyway.
// Parameters: none
// Indexes: episode_text, reply_text, fact_text, entity_text
CREATE FULLTEXT INDEX episode_text IF NOT EXISTS FOR (e:Episode) ON EACH [e.user_key, e.search_text]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE FULLTEXT INDEX reply_text IF NOT EXISTS FOR (e:Episode) ON EACH [e.reply_key, e.reply_text]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE FULLTEXT INDEX fact_text IF NOT EXISTS FOR (f:Fact) ON EACH [f.user_key, f.search_text]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE FULLTEXT INDEX entity_text IF NOT EXISTS FOR (e:Entity) ON EACH [e.user_key, e.search_text]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
