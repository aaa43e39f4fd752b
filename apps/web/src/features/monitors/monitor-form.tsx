import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { MonitorPreviewInput, MonitorRule } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { countryName } from '../../lib/countries.ts'
import { describeFailure } from '../../lib/failure.ts'
import { useSourceNames } from '../../lib/source-names.ts'
import { Card } from '../../ui/card.tsx'
import { previewOptions, useCreateMonitor } from './monitors.queries.ts'
import type { MonitorsSearch } from './monitors.search.ts'
import { PreviewView } from './preview-view.tsx'
import { firstDraft, toRule } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'
import classes from './monitor-form.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'

interface MonitorFormProps {
  /** What is watched, as the address has it. */
  search: MonitorsSearch
  onDone: () => void
  onCancel?: (() => void) | undefined
}

const typingPauseMs = 350
const cooldowns = [
  { value: '24', label: 'Once a day' },
  { value: '72', label: 'Once in three days' },
  { value: '168', label: 'Once a week' },
  { value: '672', label: 'Once in four weeks' },
]

/** A rule beside what it would have done: both change together, before anything is saved. */
export const MonitorForm = ({ search, onDone, onCancel }: MonitorFormProps) => {
  const client = useClient()
  const nameSource = useSourceNames()
  const [term, setTerm] = useState(search.term ?? '')
  const [draft, setDraft] = useState(firstDraft)
  const [cooldown, setCooldown] = useState('24')
  const [webhook, setWebhook] = useState('')
  const create = useCreateMonitor(client)
  const rule = toRule(draft)
  const input = toInput({ search, term, rule, cooldown })
  const [settled] = useDebouncedValue(JSON.stringify(input), typingPauseMs)
  const settledInput = JSON.parse(settled) as MonitorPreviewInput // written one line above
  const { data, error, isPlaceholderData } = useQuery(previewOptions(client, settledInput))
  const isCurrent = settled === JSON.stringify(input) && !isPlaceholderData
  const isEmpty = term.trim() === ''
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || rule === null) return
    const channels = webhook.trim() === '' ? (['inbox'] as const) : (['inbox', 'webhook'] as const)
    create.mutate(
      { ...input, rule, channels: [...channels], webhookUrl: webhook.trim() || null },
      { onSuccess: onDone },
    )
  }
  const scope = [
    search.geo && countryName(search.geo),
    search.entity && `names ${search.entity}`,
    search.source?.map(nameSource).join(', '),
  ].filter(Boolean)
  const failure = create.error && describeFailure(create.error)
  return (
    <Card>
      <form className={classes.form} onSubmit={save} aria-label="New monitor">
        <Stack className={classes.fields} gap={16}>
          <TextInput
            label="Topic"
            placeholder="A word, a phrase or a query"
            value={term}
            maxLength={500}
            description={scope.length > 0 ? scope.join(' · ') : undefined}
            inputWrapperOrder={['label', 'input', 'description']}
            onChange={(event) => setTerm(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <RuleFields draft={draft} onChange={setDraft} />
          <div className={layout.pair}>
            <Select
              label="Tell me at most"
              data={cooldowns}
              value={cooldown}
              onChange={(hours) => setCooldown(hours ?? '24')}
              allowDeselect={false}
            />
            <TextInput
              label="Webhook (optional)"
              placeholder="https://…"
              type="url"
              value={webhook}
              maxLength={2000}
              onChange={(event) => setWebhook(event.currentTarget.value)}
            />
          </div>
        </Stack>
        <div className={classes.preview}>
          <PreviewView preview={data} error={error} isCurrent={isCurrent} isEmpty={isEmpty} />
        </div>
        <Stack className={classes.end} gap={16}>
          <p className={textStyles.note}>
            Alerts come to your inbox once a day has ended{webhook.trim() !== '' && ', and are posted to the webhook'}.
            This server sends no e-mail.
          </p>
          {failure && (
            <p className={textStyles.fault} role="alert">
              {failure.message}. {failure.detail}
            </p>
          )}
          <Group gap={8} align="stretch" wrap="nowrap">
            <Button type="submit" loading={create.isPending} disabled={isEmpty || rule === null}>
              Save monitor
            </Button>
            {onCancel && (
              <Button variant="subtle" color="gray" onClick={onCancel}>
                Cancel
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

/** An empty number leaves the usual rule in its place: the preview stays, and saving waits. */
const toInput = ({
  search,
  term,
  rule,
  cooldown,
}: {
  search: MonitorsSearch
  term: string
  rule: MonitorRule | null
  cooldown: string
}): MonitorPreviewInput => ({
  query: {
    query_term: term.trim(),
    isCompound: false,
    geo: search.geo ?? null,
    entity: search.entity ?? null,
    sources: search.source ?? [],
  },
  rule: rule ?? { kind: 'volume-times-usual', times: 2, minDocuments: 10, windowDays: 7 },
  cooldownHours: Number(cooldown),
})
