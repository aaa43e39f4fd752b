import type { TopicSearch } from './explore.search.ts'
import { Stack, ActionIcon, Flex, Loader, Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconAlertTriangle, IconX, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useEffectEvent, type FormEvent } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import textStyles from '../../ui/text-styles.module.css'
import { recentSearchesOptions } from './explore.queries.ts'
import { captionOf } from './query-caption.ts'
import { SuggestionOptions, useSuggestions } from './suggestions.tsx'
import { type SearchProgress, useSearch } from './use-search.ts'

const signalPrefix = 'signal:'
const termPrefix = 'term:'

/** The field for adding a signal, with the person's own signals and suggestions below. */
const SignalInput = ({ pickedIds, error, onType, mayChoose, onPick, onSearch }: SignalInputProps) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const suggestions = useSuggestions(typed)
  const { data } = useQuery(recentSearchesOptions(useClient()))
  const nameSource = useSourceNames()
  const term = typed.trim()
  const recentSignals = (data?.items ?? [])
    .filter(
      ({ signalId, query }) => !pickedIds.includes(signalId) && query.title.toLowerCase().includes(term.toLowerCase()),
    )
    .slice(0, 6)

  const choose = (value: string) => {
    combobox.closeDropdown()
    if (!mayChoose()) return
    setTyped('')
    const item = recentSignals.find(({ signalId }) => `${signalPrefix}${signalId}` === value)
    if (item) onPick({ id: item.signalId, title: item.query.title })
    else onSearch(value.slice(termPrefix.length))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (term !== '' && combobox.getSelectedOptionIndex() === -1) choose(`${termPrefix}${term}`)
  }

  return (
    <form onSubmit={submit}>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.Target>
          <TextInput
            aria-label="Add a signal"
            placeholder={pickedIds.length === 0 ? 'Search a topic' : 'Add a signal'}
            value={typed}
            error={error}
            errorProps={{ role: 'alert' }}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconPlus size={16} stroke={1.9} aria-hidden />}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              onType()
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onFocus={() => combobox.openDropdown()}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={term === '' && recentSignals.length === 0}>
          <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="Signals to add">
            {term !== '' && (
              <Combobox.Option value={`${termPrefix}${term}`}>
                <Flex component="span" gap={8} align="center">
                  <IconSearch size={16} stroke={1.6} aria-hidden /> Search “{term}”
                </Flex>
              </Combobox.Option>
            )}
            {recentSignals.length > 0 && (
              <Combobox.Group label="Your signals">
                {recentSignals.map((item) => (
                  <Combobox.Option key={item.id} value={`${signalPrefix}${item.signalId}`}>
                    {item.query.title} <span className={textStyles.caption}>{captionOf(item.query, nameSource)}</span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            )}
            <SuggestionOptions
              suggestions={suggestions.filter((suggestion) => suggestion.term !== term)}
              toValue={(name) => `${termPrefix}${name}`}
            />
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </form>
  )
}

/** A term that is being searched, until it becomes a signal or fails to. */
const PendingSearch = ({ term, onFound, onDismiss }: PendingSearchProps) => {
  const search: TopicSearch = { term, source: undefined }
  const { progress, searched, redirect } = useSearch(search)
  const signalId = progress.kind === 'complete' ? progress.search.signal_id : undefined
  const handleFound = useEffectEvent((id: string) => {
    onFound({
      id,
      title: searched.term ?? term,
      notice: redirect && `Added ${redirect.title} for “${term}”. ${redirect.why}`,
    })
  })
  useEffect(() => {
    if (signalId) handleFound(signalId)
  }, [signalId])
  const failure = toFailureMessage(progress, term)
  return (
    <Flex
      component="p"
      className={`${textStyles.text} ${textStyles.state}`}
      gap={10}
      align="center"
      role={failure === null ? 'status' : 'alert'}
      data-state={failure === null ? undefined : 'lacking'}
    >
      {failure === null ? <Loader size={14} /> : <IconAlertTriangle size={16} aria-hidden />}
      <span>{failure ?? `Searching ${term}…`}</span>
      <ActionIcon size="sm" aria-label={`Don’t add ${term}`} onClick={onDismiss}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </Flex>
  )
}

const toFailureMessage = (progress: SearchProgress, term: string): string | null => {
  if (progress.kind === 'failed') {
    const { message, detail } = describeFailure(progress.error)
    return `${term}: ${message}.${detail ? ` ${detail}` : ''}`
  }
  if (progress.kind === 'ended') return `${term}: ${progress.search.message ?? 'the search failed'}. Try again.`
  return endings[progress.kind]?.(term) ?? null
}

/** The messages for searches that ended without a signal. */
const endings: Partial<Record<SearchProgress['kind'], (term: string) => string>> = {
  sparse: (term) => `Too few documents about ${term}. Try a broader term.`,
  timedOut: (term) => `The search for ${term} took too long. Try again later.`,
  cancelled: (term) => `The search for ${term} was cancelled.`,
}

export interface SignalPickerProps {
  /** The signals picked so far. */
  pickedIds: readonly string[]
  /** Returns why no signal can be picked now; called before a search is sent. */
  refuse: () => string | undefined
  /** Adds the signal, or returns why it cannot be added. */
  onPick: (signal: PickedSignal) => string | undefined
}

/** Picks a signal by searching: typed text is searched until it becomes a signal; a recently viewed one is available immediately. */
export const SignalPicker = ({ pickedIds, refuse, onPick }: SignalPickerProps) => {
  const state = pickedIds.join()
  const [refusal, setRefusal] = useState<{ reason: string | undefined; state: string }>()
  const [terms, setTerms] = useState<readonly string[]>([])
  const [notice, setNotice] = useState<string | null>(null)
  const showReason = (reason: string | undefined) => setRefusal({ reason, state })
  const drop = (term: string) => setTerms((before) => before.filter((other) => other !== term))
  return (
    <Stack gap={10} flex="1 1 220px" maw={400}>
      <SignalInput
        pickedIds={pickedIds}
        // A reason is shown until something changes.
        error={refusal?.state === state ? refusal.reason : undefined}
        onType={() => showReason(undefined)}
        mayChoose={() => {
          const reason = refuse()
          showReason(reason)
          return reason === undefined
        }}
        onPick={(signal) => showReason(onPick(signal))}
        onSearch={(term) => setTerms((before) => [...new Set([...before, term])])}
      />
      {terms.map((term) => (
        <PendingSearch
          key={term}
          term={term}
          onFound={({ notice: redirectNotice, ...signal }) => {
            drop(term)
            setNotice(redirectNotice)
            showReason(onPick(signal))
          }}
          onDismiss={() => drop(term)}
        />
      ))}
      {notice && (
        <p className={textStyles.detail} role="status">
          {notice}
        </p>
      )}
    </Stack>
  )
}

interface PendingSearchProps {
  term: string
  /** Called once the signal exists; `notice` explains why another wording was searched. */
  onFound: (found: PickedSignal & { notice: string | null }) => void
  onDismiss: () => void
}

interface SignalInputProps {
  pickedIds: readonly string[]
  error: string | undefined
  onType: () => void
  /** Whether anything can be chosen now; it shows the reason if not. */
  mayChoose: () => boolean
  onPick: (signal: PickedSignal) => void
  onSearch: (term: string) => void
}

/** A signal that a person chose. */
interface PickedSignal {
  readonly id: string
  readonly title: string
}
