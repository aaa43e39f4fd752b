import { Select } from '@mantine/core'
import type { UserProfile } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { industriesOptions, useUpdatePreferences } from './onboarding.queries.ts'
import classes from './onboarding.module.css'

const archetypes = ['Analyst', 'Marketer', 'Product manager', 'Researcher', 'Investor', 'Journalist', 'Founder']

const goals = ['Follow a market', 'Watch competitors', 'Spot emerging topics', 'Manage a brand', 'Prepare a report']

/** Keeps a stored choice as an option after it is no longer offered. */
const withChosen = (choices: readonly string[], chosen: string | null): string[] =>
  chosen === null || choices.includes(chosen) ? [...choices] : [chosen, ...choices]

/** What a person works on: each choice is saved immediately. */
export const PreferenceSelector = ({ user }: { user: UserProfile }) => {
  const client = useClient()
  const { archetype, industry, goal, industry_id } = user.profile.preferences.params
  const update = useUpdatePreferences(client)
  const industries = useQuery(industriesOptions(client))
  const offered = industries.data?.items ?? []
  return (
    <>
      <div className={classes.preferences}>
        <Select
          label="Your work"
          placeholder="Choose"
          data={withChosen(archetypes, archetype)}
          value={archetype}
          clearable
          onChange={(value) => update.mutate({ archetype: value })}
        />
        <Select
          label="Your industry"
          placeholder="Choose"
          data={[
            ...(industry !== null && !offered.some(({ id }) => id === industry_id)
              ? [{ value: industry_id ?? industry, label: industry }]
              : []),
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={industry_id ?? industry}
          searchable
          clearable
          onChange={(id) =>
            update.mutate({ industry_id: id, industry: offered.find((choice) => choice.id === id)?.name ?? null })
          }
        />
        <Select
          label="Your goal"
          placeholder="Choose"
          data={withChosen(goals, goal)}
          value={goal}
          clearable
          onChange={(value) => update.mutate({ goal: value })}
        />
      </div>
      {update.error && (
        <SmallFailure
          words={`${describeFailure(update.error).message}.`}
          onRetry={() => update.mutate(update.variables)}
        />
      )}
      {industries.error && (
        <SmallFailure
          words={`${describeFailure(industries.error).message}.`}
          onRetry={() => void industries.refetch()}
        />
      )}
    </>
  )
}
