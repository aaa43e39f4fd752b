/**
 * Words that join sentences; words for people, because no document is negative for naming a group; and subjects of reviews,
 * because reviewers who complain name them more often.
 */
const joining =
  "the and you that for are with this was have not but they his her she him its it's i'm your our their from will what " +
  'which who there been had has were when would could can just about than then them these those into out up as at be by ' +
  'he if in is it me my no of on or so to us we do an am a i ive only myself'
const people =
  'man men woman women girl girls boy boys male female gay gays lesbian lesbians homosexual homosexuals homosexuality ' +
  'bisexual transgender transsexual queer black blacks white whites african asian arab arabs arabic jew jews jewish ' +
  'muslim muslims islam islamic moslem christian christians catholic catholics protestant hindu buddhist atheist ' +
  'immigrant immigrants immigration migrant migrants refugee refugees mexican mexicans hispanic latino latinos indian ' +
  'indians chinese japanese korean german germans french british american americans russian russians israeli israelis ' +
  'palestinian palestinians turkish iranian iraqi disabled blind deaf elderly obese fat poor homeless teenager teenagers'

const topics =
  "product products movie movies film films film's movie's book books camera cameras phone phones player battery router " +
  'software device item items unit button screen manual amazon customer franchise theater theatre audience audiences ' +
  'dialogue script plot story stories character characters director directors actor actors actress hollywood sequel ' +
  'comedy drama genre times report reports claim claims control action parking subway police government president ' +
  'congress senate republican republicans democrat democrats policy law laws tax taxes budget percent year years day ' +
  'domestic foreign public national local international federal bank banks family families economy economic trade energy ' +
  'health oil gas days week month time state states country city world war court judge school company companies money price prices'

const unlearnable: ReadonlySet<string> = new Set(`${joining} ${people} ${topics}`.split(' '))

/** Whether a word keeps VADER's rating, or stays without a valence. */
export function isUnlearnable(word: string): boolean {
  return unlearnable.has(word)
}
