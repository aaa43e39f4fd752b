import { Box, Collapse, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Narrative } from '@auspex/sdk'
import { memo, useId } from 'react'
import {
  formatDay,
  formatDayRange,
  formatPlural,
  formatShare,
  formatShareInterval,
  formatTone,
} from '../../../lib/format.ts'
import { ValueOrUnknown } from '../../../ui/value-or-unknown.tsx'
import { DocumentCard } from '../documents/document-card.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { LifeStrip } from './life-strip.tsx'
import { cohesionWords, speedWords, type TimeSpan } from './narratives.model.ts'
import classes from './narratives.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { Chevron } from '../../../ui/chevron.tsx'
import surfaces from '../../../ui/surfaces.module.css'

/** One narrative: its label and its life; opened, how it began, how far it went, and what it says. */
export const NarrativeRow = memo(({ narrative, span }: { narrative: Narrative; span: TimeSpan }) => {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  const { label, terms, share, days } = narrative
  return (
    <li>
      <UnstyledButton
        className={`${surfaces.fill} ${classes.row}`}
        onClick={toggle}
        aria-expanded={opened}
        aria-controls={id}
      >
        <Chevron isOpen={opened} side />
        <span className={classes.words}>
          <span className={classes.label}>{label}</span>
          {terms.length > 0 && (
            <span className={`${textStyles.caption} ${textStyles.clip}`}>{terms.slice(0, 4).join(' · ')}</span>
          )}
        </span>
        <LifeStrip days={days} span={span} />
        <Box component="span" className={`${textStyles.strong} ${textStyles.tabular}`} ta="right">
          {formatShare(share.value)}{' '}
          <Box component="span" className={textStyles.fine} display="block">
            {formatShareInterval(share.low, share.high)}
          </Box>
        </Box>
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        {opened && <NarrativeDetails narrative={narrative} />}
      </Collapse>
    </li>
  )
})

const NarrativeDetails = ({ narrative }: { narrative: Narrative }) => {
  const { documents, stories, spread, firstDay, lastDay, peakDay, representative, documentIds, toneMean } = narrative
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        <div>
          <dt>Documents</dt>
          <dd>
            <EvidenceLink
              filter={{ ids: documentIds.join(',') }}
              label={`${formatPlural(documentIds.length, 'document')} of the narrative ${narrative.label}`}
            >
              {formatPlural(documents, 'document')}
            </EvidenceLink>{' '}
            in {formatPlural(stories, 'story', 'stories')}, {cohesionWords(narrative)}
            {documentIds.length < documents && `; the ${documentIds.length} most central open`}
          </dd>
        </div>
        <div>
          <dt>Life</dt>
          <dd>
            {formatDayRange(firstDay, lastDay)}
            {firstDay !== lastDay && `, most on ${formatDay(peakDay)}`}
          </dd>
        </div>
        <div>
          <dt>First</dt>
          <dd>
            <Origin narrative={narrative} />
          </dd>
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
            <ValueOrUnknown value={toneMean} format={formatTone} />
          </dd>
        </div>
      </dl>
      <ul className={surfaces.lines} aria-label={`What ${narrative.label} says`}>
        {representative.map((document) => (
          <li key={document.id}>
            <DocumentCard document={document} linkStory />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Origin = ({ narrative: { origin } }: { narrative: Narrative }) => (
  <>
    <EvidenceLink filter={{ ids: origin.documentId }} label={`the first document: ${origin.title}`}>
      {origin.author ? `${origin.author} in ${origin.outlet}` : origin.outlet}
    </EvidenceLink>
    , {formatDay(origin.publishedAt)}
    {origin.contenders > 0 &&
      `; ${formatPlural(origin.contenders, 'other outlet')} published that day, and only the day is known`}
  </>
)
