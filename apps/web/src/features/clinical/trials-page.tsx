import { Button, Group, Select, Stack } from '@mantine/core'
import { IconReportMedical } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { fieldWords, wordOfValue, facetWords } from './clinical-words.ts'
import { type TrialFilterName, trialFields } from './clinical.search.ts'
import { MedicalNote } from './clinical-notes.tsx'
import { TermBox } from './term-box.tsx'
import { TrialResults } from './trial-results.tsx'
import surfaces from '../../ui/surfaces.module.css'
import classes from './clinical.module.css'

const route = getRouteApi('/trials/')
const termKinds = { condition: 'condition', intervention: 'intervention', sponsor: 'sponsor', term: 'any' } as const
const filterNames: readonly TrialFilterName[] = ['status', 'phase', 'sponsorClass', 'country', 'startYear']

/** Registered studies by condition, treatment, sponsor or number, with counts of all matches. */
export const TrialsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const { q, field = 'condition' } = search
  const kind = field in termKinds ? termKinds[field as keyof typeof termKinds] : null
  const filters = filterNames.filter((name) => search[name] !== undefined)
  const open = (words: string) => {
    const number = words.trim().toUpperCase()
    if (/^NCT\d{8}$/.test(number)) return void navigate({ to: '/trials/$nctId', params: { nctId: number } })
    // Filters of the previous search do not apply to another one.
    return void navigate({ to: '/trials', search: { q: words, field: search.field, view: search.view } })
  }
  return (
    <Page>
      <title>{q === undefined ? 'Trials · Auspex' : `Trials: ${q} · Auspex`}</title>
      <div>
        <h1>Trials</h1>
        <p className={textStyles.lead}>Clinical studies registered at ClinicalTrials.gov.</p>
      </div>
      <Stack gap={14}>
        <TermBox
          key={`${field} ${q ?? ''}`}
          label="Search the register"
          placeholder={field === 'id' ? 'NCT01234567' : 'A condition, a treatment, a sponsor or an NCT number'}
          words={q}
          kind={kind}
          onSearch={open}
        >
          <Select
            className={classes.field}
            size="md"
            aria-label="Search in"
            data={trialFields.map((value) => ({ value, label: fieldWords[value] }))}
            value={field}
            allowDeselect={false}
            onChange={(value) =>
              void navigate({
                to: '/trials',
                search: { ...search, field: value ?? undefined } as typeof search,
                replace: true,
              })
            }
          />
        </TermBox>
        {filters.length > 0 && (
          <Group gap={6} role="group" aria-label="Filters">
            {filters.map((name) => (
              <Link
                key={name}
                to="/trials"
                search={{ ...search, [name]: undefined }}
                className={`${surfaces.chip} ${surfaces.accent}`}
                activeProps={{}}
                aria-label={`Remove the filter ${facetWords[name]}: ${wordOfValue(name, search[name] ?? '')}`}
              >
                {facetWords[name]}: {wordOfValue(name, search[name] ?? '')} ×
              </Link>
            ))}
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => void navigate({ to: '/trials', search: { q, field: search.field, view: search.view } })}
            >
              Remove all
            </Button>
          </Group>
        )}
      </Stack>
      {q === undefined ? (
        <EmptyState
          icon={<IconReportMedical size={22} aria-hidden />}
          title="What is being studied?"
          text="Search a condition to see its studies by phase, status, sponsor, country and year, or open a study by its NCT number to follow its versions."
          action={
            <Group gap={8} justify="center">
              {['asthma', 'migraine', 'breast cancer'].map((words) => (
                <LinkButton key={words} variant="default" size="sm" to="/trials" search={{ q: words }}>
                  {words}
                </LinkButton>
              ))}
            </Group>
          }
        />
      ) : (
        <TrialResults key={`${field} ${q}`} search={{ ...search, q }} />
      )}
      <MedicalNote />
    </Page>
  )
}
