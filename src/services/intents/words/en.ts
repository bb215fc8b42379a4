import type { IntentWords } from "./words.ts";

const DO_NOT = "(?:do ?n'?o?t|never|do not)";

export const en: IntentWords = {
  lead: "(?:(?:please|pls|plz|ok(?:ay)?|oh|hey|hi|hello|well|now|also|actually|just|then|so|yes|yeah|no|right|sorry|engram|wait|and|but|kindly|by the way|btw)[,!.]? +|(?:can|could|will|would) (?:you|u) +(?:(?:please|pls|just|maybe|kindly|also)[, ]+)*|i(?: want|'d like| would like|d like| need) (?:you|u) to +|(?:you|u) (?:can|may|should|must|could|have to|need to) +(?:(?:now|please|just|also) +)*|i(?:'d| would) (?:rather|prefer) (?:if |it if )?(?:you|u) +|go ahead and +|i'm asking you to +)",
  and: "and|but|so|then",
  forget: `forget(?! to )|un-?remember|unlearn|stop remembering|${DO_NOT} (?:keep|store|save|remember|retain|hold on to|hang on to)|you (?:don'?t|do not) (?:need|have) to (?:keep|remember|store|save)|no need to (?:keep|remember|store)|not (?:to )?(?:keep|store|save|remember|retain)|pretend (?:that )?(?:i|we)(?:'ve| have|'d| had)? never (?:said|told (?:you|u)|mentioned|wrote|typed)|did(?:n'?t| not) (?:keep|store|save|remember)`,
  remove:
    "delete|erase|remove|wipe(?: out)?|scrub|drop|scrap|scratch|strike|bin|purge|discard|redact|trash|clear|get rid of|throw (?:away|out)|lose",
  around: [
    "(?:take|throw|strike|cross|get) (?<object>.+?) (?:out of|off)(?: your| the) (?:memory|notes|records?|files?|books?)",
  ],
  fronted: [
    "(?<object>(?:what(?:ever)? (?:i|we)|(?:everything|all|anything|the thing|the stuff|the bit|the part|that thing|that stuff|the business) )[^.!?]{3,}?),? (?:(?:please|pls|just|you can|can you|could you|i want you to|i'd like you to)[, ]+)*(?:forget|delete|erase|remove|bin|scrap|drop|don'?t keep) (?:about )?(?:that|it|all of it|all that|them)(?: please| pls| now| again| completely| too| all)*",
  ],
  pronoun:
    "(?:all (?:of )?)?(?:that|this|it|those|these|them)(?: (?:one|part|bit|last (?:thing|one|bit|part|message)))?",
  justSaid:
    "(?:everything |all |the thing |that thing )?(?:that |what )?i(?:'ve| have)? (?:just |only just )(?:said|told you|wrote|mentioned|typed|sent)|(?:the|my) (?:last|previous) (?:thing|message|bit|part|sentence|line|turn)(?: i (?:said|wrote|told you|sent))?|what i said(?: (?:just now|before|a minute ago|a second ago|there))?|what i told you(?: just now)?",
  told: "(?:(?:all|everything|anything|whatever|all of|all the things|the things?|the (?:bits?|parts?|stuff|details|story|news)|that)(?: that)? )?(?:what )?(?:(?:i|we)(?:'ve| have|'d| had)?(?: just| ever| once| only)? (?:said|told (?:you|u)|mentioned|wrote|gave (?:you|u)|shared|confided|talked|spoke|let slip|shared with you|been saying)(?: to you| with you)?)(?: (?:about|of|on|regarding|concerning|re|that))?|(?:(?:all|everything|the whole|that|this|the|all the|all that)) ?(?:things?|stuff|bits?|parts?|business|matter|story|conversation|affair|info(?:rmation)?|details|episode|issue|trouble|remarks?|comments?|note|notes)? ?(?:about|with|on|regarding|concerning|around|re)|(?:everything|all|anything|what) (?:you|u) (?:know|have|remember|stored|noted|wrote|saved)(?: down)? (?:about|on|of)|all about|(?:any|every|all|each) (?:mentions?|traces?|records?|talk) of|that",
  everything:
    "(?:absolutely )?(?:everything|it all|all of it|your (?:whole |entire )?memory|all (?:my |your |the )?(?:memories|data|facts)|me|who i am|(?:everything|all|anything|what)(?: that)? (?:you|u) (?:know|have|remember|stored)(?: (?:about|on|of) me)?|everything about me|all about me|everything i(?:'ve| have)?(?: ever)? (?:said|told (?:you|u)))",
  untrue:
    "(?:isn'?t|wasn'?t|is not|was not|aren'?t|weren'?t|not|never was|was never|never were) (?:\\p{L}+ )?(?:true|right|correct|real)|never (?:was|were|happened|said|had)|there (?:was|is|were) (?:never|no)|mis ?heard|pulling (?:my|our) leg|made (?:it|that) up|i was (?:wrong|joking|mistaken|kidding)|(?:a|just a|only a) joke|mistaken|misremembered|got (?:it|that) wrong|mixed (?:it|that|them|up)|don'?t (?:even )?have (?:a|one|any)|no such",
  private:
    "(?:home |old |new |e-?mail |phone |post(?:al)? )?(?:address(?:es)?|phone|numbers?|mobile|cell|e-?mails?|passwords?|passcodes?|codes?|pins?|passphrases?|birthdays?|birth date|date of birth|salary|wages|income|diagnosis|iban|account number|bank details|licen[cs]e plate|surname|last name|log-?in|credentials|whereabouts|medication|wifi|secret)",
  possessive: "(?:my|our|his|her|their|\\p{L}+(?:'s|s'))",
  closer:
    "(?:please|pls|plz|completely|entirely|totally|altogether|for good|for ever|forever|right away|at once|immediately|now|again|too|as well|thanks?|thank you|thx|ok(?:ay)?|would you|will you|could you|can you|if you can|if you would|from (?:your |the )?(?:memory|memories|records?|notes|file|files|head|what you know|everywhere)|in your (?:memory|notes|records?)|anywhere|any ?more|any longer|either|(?:that )?i (?:gave|told|sent|showed|mentioned to) (?:you|u)|this time|then|ever|at all|and all|(?:here )?in (?:this|the) chat|after all)",
  whole:
    "(?:all|everything|all of (?:it|that|this|them)|the whole (?:thing|lot|story)|the lot|every(?: last)? (?:bit|word)(?: of it)?|and all|completely|entirely|the reason(?: for it)?|and (?:the )?why|what (?:it|that)(?: i|')s (?:for|about))",
  reason:
    "because|cause|cos|coz|cuz|since (?:i|he|she|it|they|we)|as (?:i|he|she|it|they|we)|so (?:that|i|he|she|it|they)|it'?s|it (?:was|is|really)|he'?s|she'?s|they'?re|if (?:you|i)|before (?:i|he|she|it|they|anyone|somebody|someone)|unless|until",
  clause:
    "\\b(?:i|he|she|they|we|it|it's|i'm|he's|she's|they're|we're|who|that's)\\b(?! (?:said|told|mentioned))|\\b(?:is|are|was|were|has|had|have|says|said|does|did|isn't|isnt|wasn't|don't|dont|do|won't|can|could|should|let's|lets)\\b",
  idiom:
    "let'?s|lets|i'?ll|we'?ll|never ?mind|what about|how about|instead|i'd rather|doesn'?t matter|not (?:that )?important|move on|moving on|next question|something else|new (?:question|topic)|start over|try (?:again|this|something)|what i (?:really )?(?:meant|need|want)",
  vague:
    "(?:things?|stuff|something|anything|conversations?|people|facts|details|stuff like that|past|world|rest|rules?|formatting|format|code|function|error|errors|part|step|steps|question|questions)",
  hollow:
    "thing things stuff bit part parts business matter story told said mention mentioned gave talk talked wrote wrote shared please pls completely all everything whole old new previous former earlier recent time day last about regarding concerning memory record anymore about again and me you also too only anything whatever know known have remember reason",
  remember: [
    "(?:remember|don'?t forget|do not forget|please note|make a (?:mental )?note|note down|write down|keep in memory|save to (?:your )?memory|store in (?:your )?memory|memori[sz]e)(?: for (?:me|later|next time))?(?: this| that| of this| it)?(?: for (?:me|later|next time))?[:,–—-]+ *(?<content>.{3,})",
    "(?:remember|don'?t (?:ever )?forget|do not forget|never forget|make a (?:mental )?note|note(?: down)?|write down|memori[sz]e|save to (?:your )?memory|store in (?:your )?memory) that (?<content>(?!(?:time|day|one|night|feeling)\\b).{3,})",
    "(?:don'?t|do not|never) let me forget (?:that |to )?(?<content>.{3,})",
    "(?:don'?t|do not) forget (?:to |about |my |our |the )(?<content>.{3,})",
    "remember (?:my|our|to) (?<content>.{3,})",
  ],
  rememberLast:
    "(?:remember|memori[sz]e|save|store|keep|note|don'?t forget|do not forget|write down)(?: down)? (?:that|this|it|what i (?:just )?(?:said|told you))(?: down| one)?(?: in mind| for (?:me|later|next time|the future)| in your memory| to (?:your )?memory)?|write (?:that|this|it) down|make a note(?: of (?:that|this|it))?",
  offRecord:
    "(?:(?:this|what i say now|what comes next|the following|it)(?: is|'s) +|(?:please +)?(?:keep|leave|let'?s keep|take) (?:this|that|it)(?: one)? +|strictly +|totally +|just +|completely +|so +|and +|but +|ok +|all +)*(?:off[ -]the[ -]record|not for the record|not on the record|off record)|(?:this|that|it)(?: one)? (?:isn'?t|is not|ain'?t) for (?:your|the|any) (?:notes?|files?|records?|memory|books?)",
  doNotKeep: `(?:between (?:us|you and me|ourselves)[^.:!?]{0,20}?[, ]+(?:and |so |please )*)?(?:please +|and +|so +|pls +|but +)*(?:${DO_NOT}|you (?:don'?t|mustn'?t|shouldn'?t|can'?t)|not to) (?:you )?(?:dare )?(?:keep|store|save|record|log|note|remember|memori[sz]e|write|put|take|jot)(?: (?:this|that|it|any of (?:this|that|it)|the following|what (?:i'm|i am) (?:about to say|going to (?:say|tell you))|what i(?:'m)? say(?:ing)? (?:now|next)|anything(?: i (?:say|tell you) (?:now|next))?|a note(?: of (?:this|that|it))?))?(?: (?:down|anywhere|in (?:your )?memory|on file|any of it|to memory|in your notes|in writing|please|pls|one|message|part|bit|ok))*`,
  wasOffRecord:
    "(?:that|this|it|what i (?:just )?said|all (?:of )?that|my last message|the last (?:one|bit|part|message))(?: part| bit| one| last bit)? (?:was|were|is meant to be|was meant to be|should (?:be|have been|stay)|'?s|is|stays?) (?:strictly |meant |supposed to be |all |completely )*(?:off[ -]the[ -]record|not for the record)",
  fromNowOn:
    "(?:from (?:now|here|this point|today) on(?:wards?)?|from here on(?: out)?|for the rest of (?:this|the) (?:chat|conversation)|until i (?:say|tell you)|till i (?:say|tell you)|everything (?:from now|after this)|for (?:a while|now)|this (?:whole )?(?:chat|conversation)|everything i say (?:now|from now on|here))",
  back: "(?:(?:we'?re |i'?m |let'?s (?:be|go) |go |ok |now )*(?:back )?on the record(?: again| now)?|back on (?:the )?record|(?:you (?:can|may) |please |now )*(?:start )?(?:remember|keep|store|sav|keep|record|tak)(?:e|ing)?(?: things| notes| everything)? again|end (?:of )?off the record|stop being off the record)",
  why: "(?:(?:but |and |so |hm+ |wait |ok )*)(?:(?:why|how come)(?: do| did| would| are)? (?:you|u) (?:think|believe|say|saying|assume|know|claim|remember|thinking)(?:ing)? (?:so|that|this|it)|how (?:do|did|would|could|can) (?:you|u) (?:know|remember|find out|learn|come up with|figure out|get to)(?: about)?(?: that| this| it)?|(?:where|from where) (?:do|did|have|are) (?:you|u) (?:get|got|have|take|getting|know|learn|hear|read)(?:ing)? (?:that|this|it)(?: (?:from|idea))?|what makes (?:you|u) (?:think|say|believe|so sure|assume)(?: (?:so|that|this))?|who (?:told|said)(?: (?:you|u))? (?:that|so|this)(?: to you)?|says who|what(?: is|'?s) (?:that|this|it) based on|what do you base (?:that|this) on|when did i (?:say|tell (?:you|u)|mention) (?:that|this|so|it)|did i (?:say|tell (?:you|u)|mention) (?:that|this|so)|what(?: is|'?s) your (?:source|evidence)(?: for (?:that|this))?|how so|are you sure about that|why)",
  wrong:
    "(?:(?:no|nope|nah|hm+|sorry|wait|hey|actually|but)[,.!]* *)*(?:(?:that|this|it|what you (?:just )?said)(?:'s| is|s| was)?(?: all| just| completely| totally| simply| not| n't| plain| actually| quite)* (?:wrong|incorrect|false|untrue|not (?:true|right|correct|so)|mistaken|nonsense|a mistake|outdated|out of date|rubbish)|(?:that|this|it) (?:isn'?t|is not|wasn'?t|ain'?t|was not|'s not)(?: at all| actually| even| quite| really)* (?:true|right|correct|so|accurate|the case)(?: at all)?|thats not (?:true|right|correct)|(?:you'?re|you are|ur|your) (?:wrong|mistaken)(?: about (?:that|this))?|you (?:got|have|remember|remembered) (?:that|this|it) wrong(?:ly)?|wrong|incorrect|not true|false)",
  undo: "(?:(?:oh|no|wait|please|oops|ok|sorry|hey|ah|actually)[,.!]* *)*(?:can you |could you |please |pls |now )*(?:undo(?: (?:that|this|it|the last (?:one|thing|change|step)|your last (?:change|step)|what you (?:just )?did))?|take (?:that|this|it) back|revert (?:that|this|it)|reverse (?:that|it)|roll (?:that|it|this) back|bring (?:that|it|this) back|restore (?:that|it|this)|put (?:that|it) back)",
  courtesy:
    "(?:please|pls|thanks?(?: a lot| you| so much)?|thank you(?: so much| very much)?|thx|ok(?:ay)?|hi|hello|hey|sorry|cheers|good|great|right|no worries|i just needed to say it(?: to someone)?|bye|good night|yes|no|oh|hm+|well|wait)",
  yes: "(?:yes|yeah|yep|yup|sure|ok(?:ay)?|please do|do it|go ahead|right|correct|exactly|that one|that's (?:it|the one|right)|of course|confirm(?:ed)?|i (?:do|am sure)|i'm sure|y|that)",
  no: "(?:no|nope|nah|none(?: of (?:them|these|those))?|neither|cancel|stop|don'?t|do not|leave (?:it|them)|keep (?:it|them|everything|all)|never ?mind|not (?:now|that)|forget it|n|better not|nothing)",
  all: "(?:both(?: of them)?|all(?: of (?:it|them|that|those))?|everything|every one|each|the lot|all (?:two|three|four|five)|the whole lot)",
  ordinals: ["first|1st|one", "second|2nd|two", "third|3rd|three", "fourth|4th|four", "fifth|5th|five"],
};
