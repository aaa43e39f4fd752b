import type { TrialRecord, TrialOutcome } from '@auspex/sdk'
import { Group, Skeleton, Stack, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'
import { ShowAll } from '../../ui/disclosure.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Page, Section } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { TrialPapers } from './articles.tsx'
import { ClinicalFailure, MedicalNote, OriginNote } from './clinical-notes.tsx'
import { dateTypeOf, formatPartialDate, sponsorWords } from './clinical-words.ts'
import classes from './clinical.module.css'
import { trialOptions } from './clinical.queries.ts'
import { TrialBadges } from './trial-item.tsx'
import { TrialSites } from './trial-sites.tsx'
import { TrialVersions } from './trial-versions.tsx'

const rankWords = { primary: 'Primary', secondary: 'Secondary', other: 'Other' }
const shortList = 6

/** The outcomes that a study measures, primary endpoints first. */
const TrialOutcomes = ({ outcomes }: { outcomes: readonly TrialOutcome[] }) => {
  const [isAll, setIsAll] = useState(false)
  const primary = outcomes.filter(({ kind }) => kind === 'primary').length
  const initialCount = Math.max(shortList, primary)
  if (outcomes.length === 0) return <p className={textStyles.note}>The register lists no outcomes.</p>
  return (
    <>
      <ul className={surfaces.lines}>
        {(isAll ? outcomes : outcomes.slice(0, initialCount)).map((outcome, index) => (
          <li key={index} style={{ padding: '10px 0' }}>
            <span className={`${surfaces.badge} ${outcome.kind === 'primary' ? surfaces.accent : surfaces.muted}`}>
              {rankWords[outcome.kind]}
            </span>{' '}
            <span className={textStyles.strong}>{outcome.measure}</span>
            {outcome.timeFrame !== null && <span className={textStyles.note}> · {outcome.timeFrame}</span>}
            {outcome.description !== null && <p className={textStyles.detail}>{outcome.description}</p>}
          </li>
        ))}
      </ul>
      {outcomes.length > initialCount && (
        <ShowAll isAll={isAll} total={formatCount(outcomes.length)} onChange={setIsAll} />
      )}
    </>
  )
}

/** The maximum number of letters and of lines that are shown at first. */
const shortText = 420
const fewLines = 7

/** Text with its line breaks; a long one starts collapsed and can be expanded. */
const ClampedText = ({ text }: { text: string }) => {
  const [isWhole, setIsWhole] = useState(false)
  const lines = text.split('\n')
  const isLong = text.length > shortText + 80 || lines.length > fewLines + 2
  const head = lines.slice(0, fewLines).join('\n')
  const cut = head.length > shortText ? head.slice(0, shortText).replace(/\s+\S*$/, '') : head.trimEnd()
  return (
    <div>
      <p className={`${textStyles.soft} ${classes.abstract}`}>{isLong && !isWhole ? `${cut} …` : text}</p>
      {isLong && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml={-8}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'Read all'}
        </Button>
      )}
    </div>
  )
}

const route = getRouteApi('/trials/$nctId')

/** One registered study: what it does, what it measures, where, its results, and how its record changed. */
export const TrialPage = () => {
  const { nctId } = route.useParams()
  const { data, error, refetch } = useQuery(trialOptions(useClient(), nctId))
  return (
    <Page>
      <title>{data === undefined ? `${nctId} · Auspex` : `${data.trial.title} · Auspex`}</title>
      {data !== undefined ? (
        <TrialContent record={data} />
      ) : (
        <>
          <h1>{nctId}</h1>
          {error ? (
            <ClinicalFailure error={error} onRetry={() => void refetch()} />
          ) : (
            <Stack gap={14} role="group" aria-busy="true" aria-label="Loading the study">
              <Skeleton height={90} radius="md" />
              <Skeleton height={180} radius="md" />
              <Skeleton height={240} radius="md" />
            </Stack>
          )}
        </>
      )}
      <MedicalNote />
    </Page>
  )
}

const TrialContent = ({ record }: { record: TrialRecord }) => {
  const { trial } = record
  return (
    <>
      <div>
        <p className={textStyles.eyebrow}>
          <Link className={textStyles.link} to="/trials" search={{ q: trial.conditions[0] }}>
            Trials
          </Link>{' '}
          · <span className={textStyles.tabular}>{trial.nctId}</span>
        </p>
        <h1>{trial.title}</h1>
        <Group gap={6} mt={10}>
          <TrialBadges trial={trial} />
        </Group>
        <Stack gap={8} mt={12}>
          {record.whyStopped !== null && (
            <p className={textStyles.lead}>
              <strong>Why it stopped:</strong> {record.whyStopped}
            </p>
          )}
          {trial.briefSummary !== null && <ClampedText text={trial.briefSummary} />}
          <OriginNote origin={record.origin} />
          <OutsideLink href={trial.url} className={textStyles.link}>
            Open it in the register
          </OutsideLink>
        </Stack>
      </div>
      <Section title="At a glance" id="facts">
        <TrialFacts record={record} />
      </Section>
      <Section
        title="Versions"
        id="versions"
        hint="Every version of the record read here. Material changes are listed apart from administrative ones."
      >
        <TrialVersions versions={record.versions} />
      </Section>
      <Section title="Arms and treatments" id="arms">
        <TrialArms record={record} />
      </Section>
      <Section title="What it measures" id="outcomes">
        <TrialOutcomes outcomes={record.outcomes} />
      </Section>
      <Section title="Who may take part" id="eligibility">
        <TrialEligibility record={record} />
      </Section>
      <Section
        title={record.sitesTotal === 0 ? 'Sites' : formatPlural(record.sitesTotal, 'site')}
        id="sites"
        hint={
          record.sitesTotal > record.sites.length
            ? `The first ${formatCount(record.sites.length)} are listed.`
            : undefined
        }
      >
        <TrialSites sites={record.sites} />
      </Section>
      <Section
        title="Papers"
        id="papers"
        hint="Articles that the register lists, and articles that mention this study."
      >
        <TrialPapers nctId={trial.nctId} />
      </Section>
    </>
  )
}

const sponsorOf = ({ sponsor, sponsorClass }: TrialRecord['trial']): string =>
  sponsorClass === 'UNKNOWN' ? sponsor : `${sponsor} (${sponsorWords[sponsorClass].toLowerCase()})`

/** A value longer than this spans two columns. */
const longFactLength = 70

const TrialFacts = ({ record }: { record: TrialRecord }) => {
  const { trial, dates } = record
  const day = ({ date, type }: TrialRecord['dates']['start']) => `${formatPartialDate(date)}${dateTypeOf(type)}`
  const facts: readonly (readonly [string, string | null])[] = [
    ['Sponsor', sponsorOf(trial)],
    ['Collaborators', record.collaborators.join(', ') || null],
    ['Conditions', trial.conditions.join(', ') || null],
    [
      'Participants',
      trial.enrollment === null ? 'unknown' : `${formatCount(trial.enrollment)}${dateTypeOf(trial.enrollmentType)}`,
    ],
    ['Start', day(dates.start)],
    ['Primary completion', day(dates.primaryCompletion)],
    ['Completion', day(dates.completion)],
    ['First posted', record.firstPostedDay === null ? null : formatDay(record.firstPostedDay)],
    [
      'Results posted',
      record.resultsPostedDay === null ? (trial.hasResults ? 'yes' : 'none yet') : formatDay(record.resultsPostedDay),
    ],
    ['Last update', trial.lastUpdateDay === null ? null : formatDay(trial.lastUpdateDay)],
    ...record.design.map(({ name, value }) => [name, value] as const),
  ]
  return (
    <dl className={classes.facts}>
      {facts.flatMap(([name, value]) =>
        value === null
          ? []
          : [
              <div key={name} data-long={value.length > longFactLength || undefined}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>,
            ],
      )}
    </dl>
  )
}

const TrialArms = ({ record: { arms, interventions } }: { record: TrialRecord }) => {
  if (arms.length === 0 && interventions.length === 0)
    return <p className={textStyles.note}>The register lists no arms or treatments.</p>
  return (
    <Stack gap={14}>
      {arms.map((arm) => (
        <div key={arm.label}>
          <h3>
            {arm.label}
            {arm.type !== null && (
              <span className={textStyles.fine}> {arm.type.toLowerCase().replaceAll('_', ' ')}</span>
            )}
          </h3>
          {arm.description !== null && <ClampedText text={arm.description} />}
          {arm.interventions.length > 0 && <p className={textStyles.note}>{arm.interventions.join(' · ')}</p>}
        </div>
      ))}
      {interventions.map((intervention) => (
        <div key={`${intervention.type} ${intervention.name}`}>
          <h3>
            <Link className={textStyles.link} to="/trials" search={{ q: intervention.name, field: 'intervention' }}>
              {intervention.name}
            </Link>
            {intervention.type !== null && (
              <span className={textStyles.fine}> {intervention.type.toLowerCase().replaceAll('_', ' ')}</span>
            )}
          </h3>
          {intervention.description !== null && <ClampedText text={intervention.description} />}
        </div>
      ))}
    </Stack>
  )
}

const toSentenceCase = (word: string): string => `${word.charAt(0)}${word.slice(1).toLowerCase()}`

/** "18 years or older": the register has a number and a unit. */
const describeAges = (minimum: string | null, maximum: string | null): string => {
  const [min, max] = [minimum?.toLowerCase(), maximum?.toLowerCase()]
  if (min === undefined) return max === undefined ? 'any age' : `up to ${max}`
  return max === undefined ? `${min} or older` : `${min} to ${max}`
}

/** The register marks list items with asterisks. */
const toBullets = (text: string): string => text.replaceAll(/^(\s*)\*\s+/gmu, '$1• ')

const describeSex = (sex: TrialRecord['eligibility']['sex']): string => {
  if (sex === null) return 'Sex not stated'
  return sex === 'ALL' ? 'All sexes' : toSentenceCase(sex)
}

const TrialEligibility = ({ record: { eligibility } }: { record: TrialRecord }) => {
  const { sex, minimumAge, maximumAge, healthyVolunteers, criteria } = eligibility
  return (
    <>
      <p className={textStyles.soft}>
        {[
          describeSex(sex),
          describeAges(minimumAge, maximumAge),
          healthyVolunteers !== null && `healthy volunteers ${healthyVolunteers ? 'accepted' : 'not accepted'}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {criteria !== null && <ClampedText text={toBullets(criteria)} />}
    </>
  )
}
