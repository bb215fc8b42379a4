/** A question, a sentence that answers it in other words, and one that shares its words or topic but does not answer it. */
export interface CalibrationText {
  question: string;
  answer: string;
  distractor: string;
}

type Row = [question: string, answer: string, distractor: string];

const ROWS: Record<string, Row[]> = {
  en: [
    [
      "Which instrument do I play?",
      "I have been taking cello lessons since the spring.",
      "My neighbours play loud music at night.",
    ],
    [
      "What am I allergic to?",
      "Walnuts make my throat swell up.",
      "Are you allergic to early mornings as well?",
    ],
    [
      "Where did we spend our honeymoon?",
      "After the wedding we flew to Iceland for ten days.",
      "The honey from the market is nearly gone.",
    ],
    [
      "Who repairs my car?",
      "Old Brennan's garage looks after the Volvo.",
      "I parked the car in front of the bakery.",
    ],
    [
      "How do I get to the office?",
      "I cycle along the canal every morning.",
      "The office gets new carpets in June.",
    ],
    [
      "What is my daughter studying?",
      "Priya is in her second year of marine biology.",
      "My daughter borrowed my blue umbrella.",
    ],
    [
      "What do I drink in the evening?",
      "A pot of peppermint tea helps me to fall asleep.",
      "In the evening the street lamps flicker.",
    ],
    [
      "When is the rent due?",
      "The landlord wants his money on the third of each month.",
      "The rent for a stall at the fair is a joke.",
    ],
  ],
  de: [
    [
      "Welches Haustier habe ich?",
      "Bei mir wohnt eine alte Schildkröte namens Frieda.",
      "Im Haus gegenüber wird den ganzen Tag gebohrt.",
    ],
    [
      "Was mache ich beruflich?",
      "Ich arbeite als Optikerin in der Altstadt.",
      "Der Beruf meines Vaters war ihm nie wichtig.",
    ],
    [
      "Wohin fahren wir im Sommer?",
      "Im Juli haben wir ein Ferienhaus an der Ostsee gemietet.",
      "Im Sommer fahren die Busse seltener.",
    ],
    [
      "Wann muss ich die Tabletten nehmen?",
      "Die Arznei kommt morgens vor dem Frühstück dran.",
      "Die Apotheke nimmt alte Tabletten zurück.",
    ],
    [
      "Wer passt auf die Kinder auf?",
      "Donnerstags holt meine Schwiegermutter die Kleinen ab.",
      "Die Kinder haben den Zaun bunt angemalt.",
    ],
    ["Was esse ich nicht?", "Von Pilzen wird mir schlecht.", "Zum Essen gab es gestern keinen Nachtisch."],
    [
      "Welche Schuhgröße habe ich?",
      "Neununddreißig passt mir bei Stiefeln immer.",
      "Meine Schuhe sind vom Regen noch nass.",
    ],
    [
      "Wie heißt mein Chef?",
      "Seit März leitet Herr Osterkamp unsere Abteilung.",
      "Der Chef vom Fußballverein tritt zurück.",
    ],
  ],
  fr: [
    [
      "Quel sport est-ce que je pratique ?",
      "Le mardi soir, je vais à l'escrime.",
      "Le journal ne parle que de sport aujourd'hui.",
    ],
    [
      "Où est-ce que j'ai grandi ?",
      "J'ai passé toute mon enfance dans un village près d'Annecy.",
      "Les tomates ont bien grandi cette année.",
    ],
    [
      "Qu'est-ce que je dois offrir à ma mère ?",
      "Maman rêve d'une nouvelle machine à coudre.",
      "Ma mère dit que les offres du mois sont mauvaises.",
    ],
    [
      "Combien ai-je d'enfants ?",
      "Nous avons deux garçons et une petite fille.",
      "Les enfants de l'école chantent trop fort.",
    ],
    [
      "Pourquoi est-ce que je ne dors pas bien ?",
      "Le bruit de la chaudière me réveille toutes les nuits.",
      "Le chat dort bien sur le fauteuil rouge.",
    ],
    [
      "Quelle langue est-ce que j'apprends ?",
      "Je suis un cours de coréen pour débutants.",
      "Je me suis mordu la langue en mangeant.",
    ],
    [
      "Qui est mon médecin ?",
      "C'est la docteure Lemaître qui me soigne depuis dix ans.",
      "Le médecin de la série est joué par un inconnu.",
    ],
    [
      "Quand part mon train ?",
      "Je dois être à la gare avant sept heures vingt.",
      "Mon petit frère collectionne les trains.",
    ],
  ],
  es: [
    [
      "¿Qué coche conduzco?",
      "Me compré un Seat de segunda mano.",
      "El coche de los bomberos hacía mucho ruido.",
    ],
    [
      "¿Dónde trabaja mi hermano?",
      "Rubén está de camarero en un hotel de Cádiz.",
      "Mi hermano perdió las llaves otra vez.",
    ],
    ["¿Qué me da miedo?", "No puedo subir a sitios altos sin temblar.", "El miedo vende muchos periódicos."],
    [
      "¿Cuándo es mi aniversario de boda?",
      "Nos casamos el nueve de octubre.",
      "La boda del príncipe salió en la tele.",
    ],
    [
      "¿Qué estoy leyendo?",
      "Tengo en la mesilla una novela de detectives suecos.",
      "Ayer leí mal el contador del gas.",
    ],
    [
      "¿Cómo se llama mi perro?",
      "Adoptamos un galgo y le pusimos Trufa.",
      "Se llama perrito caliente, pero no me gusta.",
    ],
    [
      "¿Qué desayuno normalmente?",
      "Por la mañana tomo avena con plátano.",
      "El hotel no incluye el desayuno.",
    ],
    [
      "¿Con quién comparto piso?",
      "Vivo con una enfermera y un estudiante polaco.",
      "El piso de abajo tiene goteras.",
    ],
  ],
  it: [
    [
      "Che lavoro fa mia moglie?",
      "Chiara insegna matematica al liceo.",
      "Mia moglie ha visto un bel film ieri.",
    ],
    [
      "Dove tengo le chiavi di riserva?",
      "Ne ho lasciato un mazzo dalla signora del terzo piano.",
      "La chiave del problema è la pazienza.",
    ],
    [
      "Che cosa coltivo in giardino?",
      "Quest'anno ho piantato zucchine e basilico.",
      "Il giardino pubblico chiude alle otto.",
    ],
    [
      "Quando ho smesso di fumare?",
      "L'ultima sigaretta l'ho accesa nel duemiladiciannove.",
      "Il camino smette di fumare se apri la finestra.",
    ],
    ["Quanto sono alto?", "Misuro un metro e ottantadue.", "Il palazzo nuovo è troppo alto per la piazza."],
    [
      "Chi mi taglia i capelli?",
      "Vado sempre da Nino, il barbiere all'angolo.",
      "Ho tagliato il pane troppo spesso.",
    ],
    [
      "Quale squadra tifo?",
      "La domenica guardo tutte le partite della Sampdoria.",
      "La squadra di operai ha finito la strada.",
    ],
    [
      "Perché non bevo latte?",
      "Non digerisco il lattosio da quando ero ragazzo.",
      "Il latte è aumentato di dieci centesimi.",
    ],
  ],
  pt: [
    [
      "Em que cidade moro?",
      "Mudei-me para um apartamento em Braga no outono.",
      "A cidade ficou sem luz durante uma hora.",
    ],
    [
      "Que curso estou a fazer?",
      "Ando a aprender cerâmica às quartas-feiras.",
      "O curso do rio mudou com as cheias.",
    ],
    [
      "Quem é a minha melhor amiga?",
      "Não há ninguém em quem confie tanto como na Leonor.",
      "A melhor parte do filme é o fim.",
    ],
    [
      "Qual é o meu prato preferido?",
      "Não resisto a um bom arroz de marisco.",
      "Parti dois pratos a lavar a loiça.",
    ],
    [
      "Quando vou ao dentista?",
      "Tenho uma consulta para tratar o siso no dia catorze.",
      "O dentista do bairro pintou a fachada.",
    ],
    [
      "De que cor é a minha bicicleta?",
      "Comprei uma de corrida toda amarela.",
      "A bicicleta foi inventada há muito tempo.",
    ],
    [
      "Quantos gatos tenho?",
      "Cá em casa andam três felinos a arranhar o sofá.",
      "O gato da vizinha subiu ao telhado.",
    ],
    [
      "Onde guardo o passaporte?",
      "Os documentos de viagem estão na gaveta da cómoda.",
      "O passaporte português é cor de vinho.",
    ],
  ],
  nl: [
    ["Welk dieet volg ik?", "Ik eet al twee jaar geen vlees of vis meer.", "Ik volg het nieuws liever niet."],
    [
      "Waar werkt mijn zus?",
      "Marloes is verpleegkundige in het ziekenhuis van Zwolle.",
      "Mijn zus lacht om elke grap.",
    ],
    [
      "Wat heb ik gebroken?",
      "Bij het schaatsen liep ik een scheur in mijn pols op.",
      "De vaas op tafel is gebroken.",
    ],
    [
      "Wanneer ben ik jarig?",
      "Op twaalf februari word ik veertig.",
      "Onze club viert dit jaar een jubileum.",
    ],
    ["Welke hobby heb ik?", "In het weekend bouw ik modelschepen.", "Een hobby kost altijd te veel geld."],
    [
      "Wie is mijn huisarts?",
      "Voor klachten ga ik naar dokter Veenstra.",
      "Het huis van de arts staat te koop.",
    ],
    [
      "Hoe laat begint mijn dienst?",
      "Ik moet om half zes op het depot zijn.",
      "De dienst op het postkantoor is traag.",
    ],
    [
      "Wat wil ik later gaan doen?",
      "Ooit open ik een kleine boekhandel aan zee.",
      "Later op de dag ging het regenen.",
    ],
  ],
  pl: [
    [
      "Gdzie mieszkają moi rodzice?",
      "Mama z tatą przenieśli się do domku pod Rzeszowem.",
      "Rodzice w szkole znów się kłócili.",
    ],
    ["Na co choruję?", "Od dziecka mam astmę.", "Choroba sąsiada to dla mnie zagadka."],
    [
      "Jaki telefon sobie kupiłem?",
      "W końcu wymieniłem starą Nokię na Samsunga.",
      "Telefon w biurze dzwoni bez przerwy.",
    ],
    [
      "Kiedy jest mój egzamin?",
      "Prawo jazdy zdaję w przyszły piątek.",
      "Egzamin maturalny opisano w gazecie.",
    ],
    ["Co zbieram?", "Mam już ponad dwieście znaczków z Azji.", "Zbiera się na burzę."],
    [
      "Jak ma na imię mój syn?",
      "Nasz chłopiec został ochrzczony jako Tymoteusz.",
      "Syn prezesa dostał nowy samochód.",
    ],
    [
      "Czego nie lubię w pracy?",
      "Najgorsze są dla mnie długie narady w poniedziałki.",
      "W pracy wymienili wszystkie okna.",
    ],
    [
      "Z kim jadę w góry?",
      "Na szlak w Tatrach wybieram się z Olą i Markiem.",
      "W górach spadł pierwszy śnieg.",
    ],
  ],
  zh: [
    ["我会弹什么乐器？", "我从小就练古筝。", "楼下的商店在卖乐器。"],
    ["我妻子是做什么的？", "小雯在银行当会计。", "妻子昨天买了一把雨伞。"],
    ["我对什么过敏？", "一吃虾我身上就起红疹。", "医生说最近过敏的人很多。"],
    ["我们什么时候搬家？", "下个月十五号我们就住进新房子了。", "搬家公司的车堵在路口。"],
    ["我每天怎么上班？", "早上我坐地铁二号线去公司。", "上班的人都在讨论天气。"],
    ["我的狗几岁了？", "我家的柯基去年春天刚满四岁。", "公园里的狗在追球。"],
    ["我最喜欢吃什么？", "没有什么比妈妈包的饺子更香。", "这家餐厅吃饭要排队。"],
    ["谁教我游泳？", "周末陈教练带我在泳池练习。", "夏天游泳馆的人太多了。"],
  ],
  ja: [
    ["私の趣味は何ですか？", "休みの日は山で野鳥の写真を撮っています。", "趣味の雑誌が値上がりしました。"],
    [
      "どこで生まれましたか？",
      "私の故郷は北海道の小さな港町です。",
      "動物園でパンダの赤ちゃんが生まれました。",
    ],
    [
      "いつ手術を受けますか？",
      "来月の七日に膝を治してもらうために入院します。",
      "手術の場面が多いドラマは苦手です。",
    ],
    [
      "息子は何を勉強していますか？",
      "健太は大学で建築を学んでいます。",
      "息子の部屋の電気がつけっぱなしでした。",
    ],
    [
      "誰と一緒に住んでいますか？",
      "祖母と二人で古い家に暮らしています。",
      "この町には外国人が多く住んでいます。",
    ],
    ["何時に起きますか？", "毎朝五時には布団から出ます。", "何時間も電話がつながりませんでした。"],
    [
      "苦手な食べ物は何ですか？",
      "納豆だけはどうしても口に入れられません。",
      "食べ物の値段がまた上がりました。",
    ],
    ["どんな車に乗っていますか？", "赤い軽自動車を中古で手に入れました。", "車の音で目が覚めました。"],
  ],
};

/** By language. Written for this purpose: everyday sentences a user tells an assistant, and questions about them. */
export const CALIBRATION_TEXTS: ReadonlyMap<string, readonly CalibrationText[]> = new Map(
  Object.entries(ROWS).map(([language, rows]) => [
    language,
    rows.map(([question, answer, distractor]) => ({ question, answer, distractor })),
  ]),
);
