/** What a simulated life is made of. Names that are alike stand far apart, so that a misspelling points at one of them. */
const list = (words: string): string[] => words.trim().split(/\s*,\s*/);

export const FIRST_NAMES = list(
  `Agnes, Bertram, Camilla, Desmond, Eleanor, Florian, Gwendolyn, Hartmut, Imogen, Jasper, Katarina, Leopold,
  Marguerite, Nathaniel, Ottilie, Prudence, Quentin, Rosalind, Sebastian, Theodora, Ulrika, Valentin, Winifred,
  Xavier, Yolanda, Zacharias, Beatrix, Cornelius, Dorothea, Emmanuel, Felicity, Giovanni, Henrietta, Ignatius,
  Josephine, Kristoffer, Lavinia, Montgomery, Nicolette, Oswaldo, Philippa, Raimundo, Serafina, Thaddeus, Vivienne,
  Wolfgang, Annabel, Benedict, Clementine, Dominic`,
);

export const LAST_NAMES = list(
  `Abernathy, Blackwood, Castellano, Dragomir, Eriksson, Fitzgerald, Goldschmidt, Holloway, Ivanovic, Jorgensen,
  Kowalczyk, Lindqvist, Montague, Nakamura, Okonkwo, Papadakis, Quigley, Rasmussen, Silvestri, Thornbury, Underhill,
  Vasquez, Whitcombe, Yamaguchi, Zimmermann`,
);

export const CITIES = list(
  `Lisbon, Bergen, Valencia, Gdansk, Bologna, Utrecht, Nantes, Salzburg, Aarhus, Krakow, Porto, Bruges, Tallinn,
  Seville, Dresden, Malmo, Toulouse, Ljubljana, Cork, Turku, Graz, Ghent, Leipzig, Zaragoza, Trieste`,
);

export const EMPLOYERS = list(
  `Northwind Freight, Kestrel Optics, Bluefern Dairy, Marlow Printing, Ostara Foods, Juniper Rail, Hexham Glass,
  Solvane Energy, Tamarind Books, Quillon Labs, Redbrick Theatre, Cobalt Marine, Willowmere Hospital, Fenwick Tools,
  Larkspur Media, Granite Insurance, Osprey Air, Meridian Archive, Cinder Ceramics, Halcyon Software`,
);

export const TRADES = list(
  `baker, surveyor, nurse, cellist, carpenter, translator, botanist, welder, librarian, architect, florist, pilot,
  accountant, plumber, goldsmith, paramedic, beekeeper, conductor, chemist, tailor`,
);

export const HOBBIES = list(
  `fencing, pottery, chess, sailing, archery, gardening, climbing, origami, birdwatching, calligraphy, kayaking,
  astronomy, weaving, ballroom dancing, beekeeping, woodcarving`,
);

export const DISHES = list(
  `mushroom risotto, lentil soup, fish tacos, pumpkin gnocchi, spinach pie, chicken curry, tomato salad, potato
  pancakes, bean stew, rye toast, apple strudel, onion tart, rice noodles, cabbage rolls`,
);

export const PETS = list(
  `Biscuit, Pepper, Mango, Clover, Ziggy, Truffle, Pickles, Domino, Hazel, Marble, Waffles, Juno, Cricket, Basil,
  Nutmeg, Olive, Pogo, Sorrel, Tinker, Velvet`,
);

/** What an extractor calls one and the same kind of thing. */
export const TYPE_NAMES: Record<string, readonly string[]> = {
  Person: ["Person", "person", "Human", "Individual"],
  City: ["City", "city", "Town"],
  Company: ["Company", "company", "Firm"],
  Pet: ["Pet", "pet", "Animal companion"],
};

/** What an extractor calls one and the same relation; the first is the usual one. */
export const PREDICATE_NAMES: Record<string, readonly string[]> = {
  LIVES_IN: ["LIVES_IN", "RESIDES_IN", "LIVING_IN"],
  WORKS_AT: ["WORKS_AT", "EMPLOYER", "WORKS_FOR"],
  WORKS_AS: ["WORKS_AS", "OCCUPATION", "PROFESSION"],
  HAS_PET: ["HAS_PET", "PET"],
  HOBBY: ["HOBBY", "HAS_HOBBY"],
};
