/** The package ships without types; this is the part of it that is used. */
declare module "snowball-stemmers" {
  interface Stemmer {
    stem(word: string): string;
  }
  const stemmers: { newStemmer(language: string): Stemmer };
  export default stemmers;
}
