
/**
 * Words to avoid in comments, messages and test titles. An entry is a pattern and the words to use instead.
 * Case is ignored; word boundaries are added.
 */
export const WORDS = [
  ["answers with", "returns"],
  ["tells?|told|telling", "reports, says, returns"],
  ["hears? (?:of|about)|heard (?:of|about)", "is subscribed to, receives"],
  ["look(?:s|ed|ing)? (?:at|for|after|out for)", "checks, finds, reads, maintains"],
  ["goes? on|went on|going on|gone on", "continues"],
  ["tak(?:es?|en|ing) up(?: again)?|took up", "picks up"],
  ["giv(?:es?|en|ing) (?:it |them )?back|gave back", "releases, returns"],
  ["tak(?:es?|en|ing) (?:it |them )?back|took back", "revokes, undoes"],
  ["com(?:es?|ing) (?:of|about)|came (?:of|about)|what comes to", "results from, amounts to, becomes"],
  ["under ?way", "in flight, running"],
  ["whoever|whomever|nobody|somebody|no one", "the component's name"],
  ["meanwhile", "while …"],
  ["so (?:many|much)(?! (?:as|that))", "N, the number"],
  ["anew", "again"],
  ["hand(?:s|ed|ing)? (?:it |them )?(?:over|on)|hand-?overs?", "submit, pass"],
  ["patience|patient(?:ly)?", "timeout"],
  ["dut(?:y|ies)", "periodic job"],
  ["of (?:its|their|our) own|of ours", "(delete)"],
  ["as (?:it|they) (?:must be|was|were)", "(say which)"],
  ["those (?:that|who|which|whose)", "the noun"],
  ["the others", "the noun"],
  ["what of (?:it|them)", "the noun"],
  ["not so much as|all the same|once more|at all events|no matter|be it|as long as it takes", "plain words"],
  ["the house", "the project"],
  ["strangers?", "unknown caller, foreign id"],
  ["gone by|there is no such|no such thing", "say what is missing"],
];
