import type { IntentWords } from "./words.ts";

const OFF =
  "(?:(?:this is|just|one|a|quick|little|small)[, ]+)*(?:(?:thing|question|note|word) )?off the record";

export const en: IntentWords = {
  please: "please|pls",
  courtesy: "ok|okay|hi|hello|hey|thanks|thank you|sorry|oh|oh no|no|yes|wait|well|engram",
  firstPerson: "i|i'm|i've|i'd|me|my|we|our|us",
  forms: [
    ["forget", "last", "forget (?:that|this|what i just (?:said|told you)|my last message)"],
    ["forget", "last", "forget it,? please|please,? forget it"],
    ["forget", "everything", "forget everything(?:(?: that)? (?:you know|i told you|i said))?(?: about me)?"],
    ["forget", "whole", "forget (?:all|everything)(?: (?:that )?(?:i (?:told you|said)|you know))? about X"],
    ["forget", "told", "(?:forget|delete|erase) what i (?:told you|said|mentioned) about X"],
    ["forget", "named", "forget (?!not |to |about |never )(?:that )?X"],
    ["remember", "last", "remember (?:that|this)"],
    ["remember", "words", "remember(?: this)?: ..."],
    ["remember", "words", "(?:remember|don't forget) that ..."],
    ["remember", "words", "remember (?=(?:i|i'm|my|we|our) )..."],
    ["off_record", "last", "(?:that|this) was off the record"],
    ["off_record", "back", "(?:we're |we are )?back on the record"],
    ["off_record", "from_now_on", "from now on,? off the record|off the record,? from now on"],
    ["off_record", "words", `(?:${OFF}|don't write this down) *[:,;–—-] *...`],
    ["off_record", "words", "..., *off the record"],
    ["off_record", "words", `${OFF}|don't write this down`],
    ["why", "last", "why do you (?:think|say) (?:so|that)|how do you know(?: that)?"],
    ["wrong", "last", "(?:that's|that is|thats) (?:wrong|not (?:true|right))"],
    ["undo", "last", "undo(?: that)?|take that back"],
  ],
  yes: "(?:yes|yeah|yep|sure|ok(?:ay)?|please do|do it|go ahead|right|correct|exactly|that one|y)",
  no: "(?:no|nope|none(?: of (?:them|these|those))?|neither|cancel|stop|keep (?:it|them)|never ?mind|n)",
  all: "(?:both(?: of them)?|all(?: of (?:it|them|that|those))?|everything)",
  ordinals: "first|1st|one second|2nd|two third|3rd|three fourth|4th|four fifth|5th|five",
};
