/** Words that join and report, and claim nothing. A rephrased sentence may use these beside the words of its template. */
export const joiningWords: ReadonlySet<string> = new Set(
  `a an the of in on at by for from to with and as that which who whose where when this these those it its they their
  is are was were be been being has have had there here about among across over during within between per while also
  too then meanwhile overall altogether total came come comes comprise found find counted count counting seen see
  mention mentions mentioned mentioning cover covers covered coverage topic subject report reports reported reporting
  write writes wrote written say says said state states stated note notes noted according document documents story
  stories outlet outlets publisher publishers author authors day days period span date dates figure figures measured
  measure compared comparison relative respectively respective such show shows showed shown appear appears appeared
  include includes included including stand stands stood carry carries carried publish published telling tell told`.split(
    /\s+/u,
  ),
)

/** Words that turn a sentence round. A rephrasing keeps them as they were, each as often, in the same order. */
const turning = new RegExp(
  String.raw`\b(?:not|no|nor|never|none|neither|without|cannot|\w+n['’]t|more|most|less|least|fewer|fewest|higher|highest|lower|lowest|above|below|before|after|against|than|up|down|grew|grow|grows|growth|rose|rise|rises|rising|fell|fall|falls|falling|declin\w*|increas\w*|decreas\w*|unchanged|certain|uncertain|likely|unlikely|all|every|only|but|although|because|therefore|hence|so|positive|negative|neutral|undecided|emerging|peaking|steady|dormant|known|unknown)\b`,
  'giu',
)

/** The words of a text that turn its meaning, in lower case and in order. */
export function turningWords(text: string): string[] {
  return [...text.matchAll(turning)].map(([found]) => found.toLowerCase())
}
