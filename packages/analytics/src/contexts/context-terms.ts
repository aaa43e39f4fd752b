import { attachmentMark } from '@auspex/contract/attached-words'

const stopWords = new Set(
  // English
  (
    'a about above after again against all also am an and any are as at be because been before being below between both but by ' +
    "can can't cannot could did do does doing don't down during each even every few for from further get gets getting got had has have " +
    'having he her here hers herself him himself his how i if in into is it its itself just like made make makes many may me ' +
    'might more most much must my myself new no nor not now of off on once one only or other our ours out over own per really ' +
    'said same say says she should since so some still such than that the their theirs them themselves then there these they ' +
    'this those through to too two under until up upon us use used using very via want was we were what when where which while who whom why will with within ' +
    "without would you your yours yourself i'm i've it's won't didn't doesn't isn't wasn't that's you're we're they're http https www com org net html amp " +
    // as headlines without apostrophes write them, and what headlines say about themselves
    'wont cant dont didnt doesnt isnt arent wasnt werent couldnt wouldnt shouldnt hasnt havent hadnt thats whats youre theyre heres ' +
    'theres oks vs amid per latest live update updates report reports reported photo photos video videos pics via ' +
    'today yesterday week month year years day days time first last next back way going go know think see people thing things ' +
    // what apostrophes of another kind leave of we're, I've and he'll
    're ve ll ' +
    // Spanish, French, German, Portuguese, Italian, Dutch
    'el la los las del un una que por con para su como mas se al lo es en y de le les des du et est pour dans sur au aux qui ne pas ' +
    'sie sind wir ich auch nach wird werden haben oder aber noch nur wenn einen einem einer eines zum zur vom ihr sich ' +
    'der die das und ist nicht von mit dem den ein eine zu auf im fur os as em da do das dos nao uma il di che per non gli nel ' +
    'della het een van dat niet voor op te zijn'
  ).split(' '),
)

/**
 * Whether a folded word can be a context of a topic: at least two characters including a letter, not a stop word, and not attached to another word.
 */
export function isContextTerm(token: string): boolean {
  return token.length > 1 && !token.includes(attachmentMark) && !stopWords.has(token) && /\p{L}/u.test(token)
}
