// Purpose: what has words in a script without spaces is marked; code segments its text.
// Parameters: none
// Indexes: none
MATCH (n:Episode|Fact|Entity|Community)
WHERE n.search_text + coalesce(n.reply_text, '')
  =~ '(?s).*[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}\\p{IsLao}\\p{IsKhmer}\\p{IsMyanmar}].*'
CALL (n) {
  SET n:Unsegmented
} IN TRANSACTIONS OF 5000 ROWS;
