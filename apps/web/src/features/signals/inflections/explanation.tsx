import { Box, Flex, Stack } from '@mantine/core'
import type { InflectionPoint, InflectionsSection, InflectionStory } from '@auspex/sdk'
import { formatCount, formatDayRange, formatInstant, formatPlural, formatTone } from '../../../lib/format.ts'
import { useSourceNames } from '../../../lib/source-names.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { chanceOf, intervalOf, levelOf, ratioOf } from './inflection-words.ts'
import classes from './explanation.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface ExplanationProps {
  point: InflectionPoint
  basis: InflectionsSection['basis']
}

/** A change with what stands behind it: numbers, stories, words, tone, first voices and sentences, each with its documents. */
export const Explanation = ({ point, basis }: ExplanationProps) => (
  <Stack className={classes.body} gap={24} px="var(--panel-gutter)" pt={18} pb={40}>
    <Stack gap={6} lh={1.55}>
      {point.statements.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
    </Stack>
    <Figures point={point} basis={basis} />
    {point.stories.length > 0 && <Stories stories={point.stories} days={point.days} />}
    <Words point={point} />
    {point.starters.length > 0 && <Starters starters={point.starters} />}
    {point.summary.length > 0 && <Quotes summary={point.summary} />}
  </Stack>
)

const Figures = ({ point, basis }: ExplanationProps) => {
  const { days, tone } = point
  const figures = [
    { name: 'Level before', value: levelOf(point.before, basis) },
    { name: point.kind === 'spike' ? 'Level of the spike' : 'Level after', value: levelOf(point.after, basis) },
    { name: 'Change', value: ratioOf(point), interval: intervalOf(point) },
    { name: 'By chance', value: chanceOf(point) },
    {
      name: 'Tone moved by',
      value: tone && formatTone(tone.value),
      interval: tone && `${formatTone(tone.low)} to ${formatTone(tone.high)}`,
    },
  ]
  return (
    <>
      <dl className={`${surfaces.muted} ${classes.figures}`}>
        {figures.map(({ name, value, interval }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={textStyles.figure}>
              {value ?? (
                <Box component="span" className={textStyles.quiet} fz={15} fw={450}>
                  unknown
                </Box>
              )}
              {interval && (
                <Box component="span" className={textStyles.small} display="block" fw={450}>
                  {interval}
                </Box>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={`${textStyles.note} ${classes.note}`}>
        <EvidenceLink
          filter={{ since: days.from, until: days.to, sort: 'oldest' }}
          label={formatPlural(days.documents, 'document')}
        >
          {formatPlural(days.documents, 'document')}
        </EvidenceLink>{' '}
        of {formatDayRange(days.from, days.to)} against{' '}
        <EvidenceLink
          filter={{ since: days.beforeFrom, until: days.beforeTo }}
          label={formatPlural(days.documentsBefore, 'document')}
        >
          {formatCount(days.documentsBefore)}
        </EvidenceLink>{' '}
        of {formatDayRange(days.beforeFrom, days.beforeTo)}.
      </p>
    </>
  )
}

const Stories = ({ stories, days }: Pick<InflectionPoint, 'stories' | 'days'>) => (
  <section>
    <h3>What was told</h3>
    <ol className={classes.list}>
      {stories.map((story) => (
        <li key={story.storyCluster}>
          <EvidenceLink
            filter={{ story: story.storyCluster, since: days.from, until: days.to }}
            label={`${titleOf(story)}: ${formatPlural(story.documents, 'document')}`}
            quiet
          >
            {titleOf(story)}
          </EvidenceLink>
          <Box component="span" className={textStyles.caption} display="block" mt={2}>
            {formatPlural(story.documents, 'document')} in {formatPlural(story.outlets, 'outlet')}, first{' '}
            {story.firstOutlet}, {formatInstant(story.firstAt)}
          </Box>
        </li>
      ))}
    </ol>
  </section>
)

const titleOf = ({ title, firstOutlet }: InflectionStory): string =>
  title.trim() || `A post without a title in ${firstOutlet}`

const Words = ({ point: { terms, days } }: { point: InflectionPoint }) => (
  <section>
    <h3>Words that came up</h3>
    {terms.length === 0 ? (
      <p className={`${textStyles.note} ${classes.note}`}>
        {days.readBefore === 0
          ? 'There is no document of the time before to hold them against.'
          : 'No word is in these documents for certain more often than in those of the time before.'}
      </p>
    ) : (
      <Flex component="ul" className={classes.words} wrap="wrap" gap={6}>
        {terms.map(({ term, documents, documentsBefore, documentIds }) => (
          <li key={term}>
            <EvidenceLink
              filter={{ ids: documentIds.join(',') }}
              label={`${term} ${documents} / ${documentsBefore}: documents with it then and before`}
              quiet
            >
              {term}{' '}
              <span className={`${textStyles.small} ${textStyles.tabular}`}>{`${documents} / ${documentsBefore}`}</span>
            </EvidenceLink>
          </li>
        ))}
      </Flex>
    )}
    {terms.length > 0 && (
      <p className={`${textStyles.note} ${classes.note}`}>
        Documents with the word then / before, of {days.read} and {days.readBefore} read. Log-odds with a Dirichlet
        prior, strongest first.
      </p>
    )}
  </section>
)

const Starters = ({ starters }: Pick<InflectionPoint, 'starters'>) => {
  const nameSource = useSourceNames()
  return (
    <section>
      <h3>Who was first</h3>
      <ol className={classes.list}>
        {starters.map(({ name, kind, source, firstAt, documents, documentId }) => (
          <li key={`${kind} ${source} ${name}`}>
            <EvidenceLink filter={{ ids: documentId }} label={`the first document of ${name}`} quiet>
              {name}
            </EvidenceLink>
            <Box component="span" className={textStyles.caption} display="block" mt={2}>
              {kind === 'author' ? 'Author' : 'Outlet'}, {nameSource(source)}, {formatInstant(firstAt)}
              {documents > 1 && `, ${formatPlural(documents, 'early document')}`}
            </Box>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Quotes = ({ summary }: Pick<InflectionPoint, 'summary'>) => (
  <section>
    <h3>In their words</h3>
    {summary.map(({ text, documentIds }) => (
      <Box key={text} component="blockquote" className={textStyles.quote} mb={12} lh={1.55}>
        {text}{' '}
        <EvidenceLink filter={{ ids: documentIds.join(',') }} label={formatPlural(documentIds.length, 'document')}>
          {documentIds.length === 1 ? 'source' : `${documentIds.length} sources`}
        </EvidenceLink>
      </Box>
    ))}
  </section>
)
