import type { Narrative, NarrativeChange } from '@auspex/sdk'
import { Box } from '@mantine/core'
import { formatPlural, formatShare, formatShareInterval, formatTone } from '../../../lib/numbers/format.ts'
import { formatDay, formatDayRange } from '../../../lib/time/format.ts'
import { ValueOrUnknown } from '../../../ui/values.tsx'
import { DocumentCard } from '../documents/document-card.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import classes from '../later-parts.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

/** How long it took until half was published, in words. */
export const speedWords = (daysToHalf: number): string =>
  daysToHalf === 0
    ? 'half of it on the first day'
    : `half of it within ${daysToHalf === 1 ? 'a day' : `${daysToHalf.toLocaleString('en')} days`}`

/** How similar its stories are. A single story is similar by definition. */
export const cohesionWords = ({ cohesion, stories }: Pick<Narrative, 'cohesion' | 'stories'>): string => {
  if (stories === 1) return 'one text, copied'
  if (cohesion >= 0.4) return 'very similar'
  return cohesion >= 0.2 ? 'alike' : 'loosely similar'
}

/** What happened to a narrative, before the name of the other one. */
const changeWords: Record<NarrativeChange['kind'], string> = {
  'grew-out-of': 'Grew out of',
  'split-into': 'Split off',
  'merged-with': 'Took in',
}

/** A narrative in full: how large it is, when it ran, who carries it, what it says and what is said against it. */
export const NarrativeDetails = ({ narrative }: { narrative: Narrative }) => (
  <div className={classes.details}>
    <NarrativeFacts narrative={narrative} />
    <div>
      <Box component="h4" className={textStyles.detail} mt={8}>
        Typical documents
      </Box>
      <ul className={surfaces.lines} aria-label={`What ${narrative.label} says`}>
        {narrative.representative.map((document) => (
          <li key={document.id}>
            <DocumentCard document={document} linkStory />
          </li>
        ))}
      </ul>
      <Contrast narrative={narrative} />
    </div>
  </div>
)

const NarrativeFacts = ({ narrative }: { narrative: Narrative }) => {
  const { id, label, terms, documents, stories, share, spread, carriers, changes } = narrative
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Documents</dt>
        <dd>
          <EvidenceLink filter={{ narrative: id }} label={`all ${formatPlural(documents, 'document')} of ${label}`}>
            {formatPlural(documents, 'document')}
          </EvidenceLink>{' '}
          in {formatPlural(stories, 'piece')}, {cohesionWords(narrative)}; {formatShare(share.value)} of those read (
          {formatShareInterval(share.low, share.high)})
        </dd>
      </div>
      {terms.length > 0 && (
        <div>
          <dt>Set apart by</dt>
          <dd>{terms.join(' · ')}</dd>
        </div>
      )}
      <div>
        <dt>Days</dt>
        <dd>
          <Days narrative={narrative} />
        </dd>
      </div>
      {changes.length > 0 && (
        <div>
          <dt>Changes</dt>
          {changes.map(({ kind, day, narrative: other }) => (
            <dd key={`${kind} ${other.id} ${day}`}>
              {changeWords[kind]} “{other.label}”, {formatDay(day)}
            </dd>
          ))}
        </div>
      )}
      <div>
        <dt>First</dt>
        <dd>
          <Origin narrative={narrative} />
        </dd>
      </div>
      <div>
        <dt>Carried by</dt>
        <dd>
          <Carriers names={carriers.outlets} toFilter={(outlet) => ({ narrative: id, outlet })} />
        </dd>
        {carriers.authors.length > 0 && (
          <dd>
            <Carriers names={carriers.authors} toFilter={(author) => ({ narrative: id, author })} />
          </dd>
        )}
      </div>
      <div>
        <dt>Spread</dt>
        <dd>
          {formatPlural(spread.outlets, 'outlet')}, {formatPlural(spread.sources, 'source')},{' '}
          <ValueOrUnknown value={spread.countries} format={(n) => formatPlural(n, 'country', 'countries')} />
          {spread.countries === null && ' countries'}; {speedWords(spread.daysToHalf)}
        </dd>
      </div>
      <div>
        <dt>Mean tone</dt>
        <dd>
          <ValueOrUnknown value={narrative.toneMean} format={formatTone} />
          {narrative.toneMean !== null &&
            `; ${narrative.tone.positive} positive, ${narrative.tone.neutral} neutral, ${narrative.tone.negative} negative`}
        </dd>
      </div>
    </dl>
  )
}

/** Most of its documents lie between its rise and its fade; the first and last may be strays. */
const Days = ({ narrative: { firstDay, riseDay, peakDay, fadeDay, lastDay } }: { narrative: Narrative }) => {
  if (firstDay === lastDay) return formatDay(firstDay)
  return (
    <>
      Most from {formatDayRange(riseDay, fadeDay)}, peak {formatDay(peakDay)}
      <span className={`${textStyles.fine} ${classes.under}`}>
        first {formatDay(firstDay)}, last {formatDay(lastDay)}
      </span>
    </>
  )
}

interface CarriersProps {
  names: Narrative['carriers']['outlets']
  toFilter: (name: string) => Parameters<typeof EvidenceLink>[0]['filter']
}

const Carriers = ({ names, toFilter }: CarriersProps) =>
  names.map(({ name, documents }, at) => (
    <span key={name}>
      {at > 0 && ', '}
      {name}{' '}
      <EvidenceLink filter={toFilter(name)} label={`${formatPlural(documents, 'document')} of ${name}`} quiet>
        {documents}
      </EvidenceLink>
    </span>
  ))

/** The document that differs most in tone; nobody has read whether it disagrees. */
const Contrast = ({ narrative: { against, label } }: { narrative: Narrative }) =>
  against !== null && (
    <>
      <Box component="h4" className={textStyles.detail} mt={14}>
        In another tone
      </Box>
      <p className={textStyles.fine}>
        {formatTone(against.tone)}, where the others have {formatTone(against.othersMean)} on average. It need not
        contradict them.
      </p>
      <ul className={surfaces.lines} aria-label={`The document that differs most from ${label} in tone`}>
        <li>
          <DocumentCard document={against.document} linkStory />
        </li>
      </ul>
    </>
  )

const Origin = ({ narrative: { origin } }: { narrative: Narrative }) => {
  const publisher = origin.author ? `${origin.author} in ${origin.outlet}` : origin.outlet
  return (
    <>
      <EvidenceLink filter={{ ids: origin.documentId }} label={`the first document, ${publisher}: ${origin.title}`}>
        {publisher}
      </EvidenceLink>
      , {formatDay(origin.publishedAt)}
      {origin.contenders > 0 &&
        `; ${formatPlural(origin.contenders, 'other outlet')} published that day, and only the day is known`}
    </>
  )
}
