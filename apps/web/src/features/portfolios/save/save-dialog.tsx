import { Box, Button, Modal, Skeleton, Stack, TextInput, Group, NativeSelect } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import type { Portfolio, GroupRef } from '@auspex/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { portfolioChoicesOptions } from '../../../lib/api/collection-options.ts'
import { useDelayedChanges } from '../../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { useFormDraft } from '../../../lib/storage/drafts.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import type { Savable } from '../../../lib/dialogs/save-signals.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { meOptions, type PortfolioDraft } from '../portfolios.queries.ts'
import { readLastPortfolio, nameSignals } from './use-save.ts'
import classes from '../portfolios.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import { PictureInput } from '../../../ui/picture-input.tsx'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'

/** Creates a portfolio inline. */
const NewPortfolioForm = ({ typed, isFirst, groups, isPending, onType, onCreate, onCancel }: NewPortfolioFormProps) => {
  const [{ title, groupId }, setWords] = useState(typed)
  const [file, setFile] = useState<File | null>(null)
  const change = (part: Partial<NewPortfolioWords>) => {
    const words = { title, groupId, ...part }
    setWords(words)
    onType(words)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '') onCreate({ title: title.trim(), organizationGroupId: groupId, file: file ?? undefined })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={14}>
        {isFirst && (
          <p className={textStyles.text}>
            A portfolio groups signals and shows how each one is doing. Name your first one.
          </p>
        )}
        <TextInput
          label="Name of the portfolio"
          placeholder="Plant milks"
          value={title}
          maxLength={200}
          onChange={(event) => change({ title: event.currentTarget.value })}
          data-autofocus
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the next step is to type its name
          autoFocus
        />
        {groups.length > 0 && (
          <NativeSelect
            label="Who can see it"
            value={groupId ?? ''}
            onChange={(event) => change({ groupId: event.currentTarget.value || null })}
            data={[{ value: '', label: 'Only you' }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        )}
        <PictureInput title={title} file={file} onChange={setFile} />
        <Group gap="xs">
          <Button type="submit" loading={isPending} disabled={title.trim() === ''}>
            Create and save
          </Button>
          <CancelButton onClick={onCancel}>{isFirst ? 'Cancel' : 'Back'}</CancelButton>
        </Group>
      </Stack>
    </form>
  )
}

interface SaveDialogProps {
  /** The action, if it is not saving: "Move to". */
  heading?: string
  /** The portfolio that they are in. */
  exceptId?: string
  signals: readonly Savable[]
  onSaveIn: (portfolio: Portfolio, signals: readonly Savable[]) => Promise<void>
  onSaveInNew: (draft: PortfolioDraft, signals: readonly Savable[]) => Promise<void>
  onClose: () => void
}

/** Unsent text for a new portfolio; the next dialog starts with it. */
const draftKey = 'portfolio.save'
const emptyDraft = { fields: { title: '', groupId: null }, base: {} }

/** Below this many, a list is faster to read than to search. */
const fewPortfolios = 6

/** Gives the focus back to what had it before the dialog, or to the page if that is gone: without it the keyboard begins again at the top. */
const useFocusBack = () => {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // in the next frame the dialog is gone, and with it the element that had the focus
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
        const target = isThere ? before : document.querySelector<HTMLElement>('#content')
        target?.focus({ preventScroll: true })
      })
    },
    [before],
  )
}

/** The portfolios to choose from, the last used first, then by title. */
const usePortfolioChoices = (exceptId: string | undefined) => {
  const client = useClient()
  const { data, error, refetch } = useQuery(portfolioChoicesOptions(client))
  const { data: me } = useQuery(meOptions(client))
  // a portfolio that is being deleted cannot be chosen
  const { hiddenIds } = useDelayedChanges()
  const lastId = me ? readLastPortfolio(me.profile.id) : null
  const portfolios = data?.items.filter(({ id }) => id !== exceptId && !hiddenIds.has(id)) ?? []
  return {
    portfolios: [...portfolios.filter(({ id }) => id === lastId), ...portfolios.filter(({ id }) => id !== lastId)],
    lastId,
    groups: me?.groups ?? [],
    isLoaded: data !== undefined,
    /** The person has no portfolio at all. */
    hasNone: data?.items.length === 0,
    error,
    refetch,
  }
}

/** Where to save: the last used portfolio first, then by title, or a new one. */
export const SaveDialog = ({ heading, exceptId, signals, onSaveIn, onSaveInNew, onClose }: SaveDialogProps) => {
  useFocusBack()
  const { portfolios, lastId, groups, isLoaded, hasNone, error, refetch } = usePortfolioChoices(exceptId)
  const unsent = useFormDraft<NewPortfolioWords, Record<string, never>>(draftKey, emptyDraft)
  const [asksNew, setNew] = useState<boolean | null>(null)
  const isNew = asksNew ?? unsent.draft !== null
  const [typed, setTyped] = useState('')
  const close = () => {
    unsent.drop()
    onClose()
  }
  const save = useMutation({
    mutationFn: (target: Portfolio | PortfolioDraft) =>
      'id' in target ? onSaveIn(target, signals) : onSaveInNew(target, signals),
    onSuccess: close,
  })
  const failure = save.error ? describeFailure(save.error) : null
  const isReady = isLoaded && unsent.isReady
  const createsNew = isNew || portfolios.length === 0
  return (
    <Modal
      opened
      onClose={close}
      title={heading ?? `Save ${nameSignals(signals)}`}
      size={460}
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap={14}>
        <Failure failure={failure} />
        {error && <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />}
        {!error && !isReady && (
          <Stack gap={6} role="group" aria-busy="true" aria-label="Loading portfolios">
            {[0, 1, 2].map((key) => (
              <Skeleton key={key} height={44} radius="md" />
            ))}
          </Stack>
        )}
        {!error && isReady && createsNew && (
          <NewPortfolioForm
            typed={unsent.draft?.fields ?? { title: typed.trim(), groupId: null }}
            isFirst={hasNone}
            groups={groups}
            isPending={save.isPending}
            onType={unsent.keep}
            onCreate={(draft) => save.mutate(draft)}
            onCancel={() => {
              unsent.drop()
              if (portfolios.length === 0) onClose()
              else setNew(false)
            }}
          />
        )}
        {!error && isReady && !createsNew && (
          <PortfolioPicker
            portfolios={portfolios}
            lastId={lastId}
            signals={signals}
            isPending={save.isPending}
            typed={typed}
            onType={setTyped}
            onPick={(portfolio) => save.mutate(portfolio)}
            onNew={() => setNew(true)}
          />
        )}
      </Stack>
    </Modal>
  )
}

interface PortfolioPickerProps {
  portfolios: readonly Portfolio[]
  /** The portfolio that was used last. */
  lastId: string | null
  signals: readonly Savable[]
  isPending: boolean
  typed: string
  onType: (typed: string) => void
  onPick: (portfolio: Portfolio) => void
  onNew: () => void
}

/** The list of portfolios, with a search once it is long. */
const PortfolioPicker = ({
  portfolios,
  lastId,
  signals,
  isPending,
  typed,
  onType,
  onPick,
  onNew,
}: PortfolioPickerProps) => {
  const hasSearch = portfolios.length > fewPortfolios
  const matchingPortfolios = portfolios.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <>
      {hasSearch && (
        <TextInput
          aria-label="Find a portfolio"
          placeholder="Find a portfolio"
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it loads after the dialog, which focused its close button
          autoFocus
          data-autofocus
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !matchingPortfolios[0]) return
            event.preventDefault()
            onPick(matchingPortfolios[0])
          }}
        />
      )}
      <Box className={classes.list}>
        <RovingList gap={2} aria-label="Portfolios">
          {matchingPortfolios.map((portfolio, index) => (
            <li key={portfolio.id}>
              <button
                type="button"
                className={`${surfaces.hover} ${classes.choice}`}
                disabled={isPending}
                onClick={() => onPick(portfolio)}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
                autoFocus={index === 0 && !hasSearch}
                data-autofocus={(index === 0 && !hasSearch) || undefined}
              >
                <span className={textStyles.breakable}>{portfolio.title}</span>
                <Remark portfolio={portfolio} signals={signals} isLast={portfolio.id === lastId} />
              </button>
            </li>
          ))}
        </RovingList>
        {matchingPortfolios.length === 0 && <p className={textStyles.note}>No matching portfolios</p>}
      </Box>
      <Button variant="default" onClick={onNew}>
        {matchingPortfolios.length === 0 && typed.trim() !== '' ? `New portfolio “${typed.trim()}”` : 'New portfolio'}
      </Button>
    </>
  )
}

/** Helps to choose: whether it is already there, and how many trends there are. */
const Remark = ({
  portfolio: { trends, trendCount },
  signals,
  isLast,
}: {
  portfolio: Portfolio
  signals: readonly Savable[]
  isLast: boolean
}) => {
  const ids = new Set(trends.map(({ signalId }) => signalId))
  const isThere = signals.every((signal) => 'signalId' in signal && ids.has(signal.signalId))
  return (
    <span className={`${textStyles.caption} ${textStyles.nowrap}`}>
      {isThere ? (
        <>
          <IconCheck size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> saved
        </>
      ) : (
        `${isLast ? 'last used · ' : ''}${formatPlural(trendCount, 'trend')}`
      )}
    </span>
  )
}

/** The content of the form; a type, so that it can be stored as the fields of a form. */
type NewPortfolioWords = { readonly title: string; readonly groupId: string | null }

interface NewPortfolioFormProps {
  /** The initial values of the form. */
  typed: NewPortfolioWords
  isFirst: boolean
  groups: readonly GroupRef[]
  isPending: boolean
  onType: (words: NewPortfolioWords) => void
  onCreate: (draft: PortfolioDraft) => void
  onCancel: () => void
}
