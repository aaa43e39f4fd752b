import type { ToneWords } from './tone-words.ts'

/** Words of tone that mostly say what something is about when they stand before one of the words below. */
const subjects =
  'accident addiction attack battle bomb bombing cancer catastrophe conflict crime crisis criminal cruelty dead death deaths ' +
  'debt defence defense depression disaster disease drug drugs emergency famine fight fire fraud grief gun horror illness injury ' +
  'killer loss losses love murder pain peace poison police poverty prison rescue riot rivalry safety security shooting strike ' +
  'suicide terror terrorism torture trauma tumor tumour victim victims violence virus war wars weapons victory hero heroes freedom ' +
  'liberty justice relief welfare trust health award awards prize risk poor energy fun comedy'
/** What is named after its subject: places, offices, works, fields of study. */
const heads =
  'academy act adjusters album agency archive archives authority band board book books bureau calendar cemetery center centre ' +
  'certificate charity clinic college commission committee conference congress council counter crews department desk dinner director ' +
  'directorate drama exhibition expert experts fiction film films foundation fund game games genre hearing history institute inquiry ' +
  'insurance journal lab laboratory lane law lawyer lawyers library magazine management manager memoir memorial minister ministers ' +
  'ministry movie movies museum museums novel novelist novels office officer officers paper park plan plans play poem poems ' +
  'poet programme program project prevention register registry report reports research researcher researchers room series service services ' +
  'show song specialist specialists square squad station statistics studies study survey team theory thriller tribunal trust unit ' +
  'website writer writers'

const subjectWords: ReadonlySet<string> = new Set(subjects.split(' '))
const headWords: ReadonlySet<string> = new Set(heads.split(' '))

/**
 * Whether a word says what something is about rather than how it is: the war of a war museum, the cancer of a cancer study. A noun
 * before a noun names its kind (Levi 1978, The syntax and semantics of complex nominals), so it carries no tone of the text.
 */
export function namesSubject(at: number, { lower, endsClause }: ToneWords): boolean {
  return subjectWords.has(lower[at] ?? '') && endsClause[at] !== true && headWords.has(lower[at + 1] ?? '')
}
