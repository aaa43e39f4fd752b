import { Box, Button, Modal, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import type { Portfolio } from '@auspex/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { portfolioChoicesOptions } from '../../../lib/collection-options.ts'
import { useDelayedChanges } from '../../../lib/delayed-changes.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { useFormDraft } from '../../../lib/form-draft.ts'
import { formatPlural } from '../../../lib/format.ts'
import type { Savable } from '../../../lib/save-signals.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import { SmallFailure } from '../../../ui/small-failure.tsx'
import { meOptions, type PortfolioDraft } from '../portfolios.queries.ts'
import { readLastPortfolio } from './last-portfolio.ts'
import { NewPortfolioForm, type NewPortfolioWords } from './new-portfolio-form.tsx'
import { nameSignals } from './use-save.ts'
import classes from './save-dialog.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

interface SaveDialogProps {
  /** What is done instead of saving: "Move to". */
  heading?: string
  /** The portfolio that they are in. */
  exceptId?: string
  signals: readonly Savable[]
  onSaveIn: (portfolio: Portfolio, signals: readonly Savable[]) => Promise<void>
  onSaveInNew: (draft: PortfolioDraft, signals: readonly Savable[]) => Promise<void>
  onClose: () => void
}

/** Words that were typed for a new portfolio and not sent; the next dialog begins with them. */
const place = 'portfolio.save'
const empty = { fields: { title: '', groupId: null }, base: {} }

/** Below this many a list is read faster than a search is typed. */
const fewPortfolios = 6

/** Where to save: the portfolio of the last time first, then by title, or a new one. */
export const SaveDialog = ({ heading, exceptId, signals, onSaveIn, onSaveInNew, onClose }: SaveDialogProps) => {
  const client = useClient()
  const { data, error, refetch } = useQuery(portfolioChoicesOptions(client))
  const { data: me } = useQuery(meOptions(client))
  // what is being deleted takes nothing more
  const { hiddenIds } = useDelayedChanges()
  const unsent = useFormDraft<NewPortfolioWords, Record<string, never>>(place, empty)
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
  const lastId = me ? readLastPortfolio(me.profile.id) : null
  const all = data?.items.filter(({ id }) => id !== exceptId && !hiddenIds.has(id)) ?? []
  const ordered = [...all.filter(({ id }) => id === lastId), ...all.filter(({ id }) => id !== lastId)]
  const shown = ordered.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()))
  const failure = save.error ? describeFailure(save.error) : null
  const createsNew = isNew || all.length === 0
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
        {failure && (
          <p className={textStyles.fault} role="alert">
            {failure.message}. {failure.detail}
          </p>
        )}
        {error ? (
          <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />
        ) : !data || !unsent.isReady ? (
          <Stack gap={6} role="group" aria-busy="true" aria-label="Loading portfolios">
            {[0, 1, 2].map((key) => (
              <Skeleton key={key} height={44} radius="md" />
            ))}
          </Stack>
        ) : createsNew ? (
          <NewPortfolioForm
            typed={unsent.draft?.fields ?? { title: typed.trim(), groupId: null }}
            isFirst={data.items.length === 0}
            groups={me?.groups ?? []}
            isPending={save.isPending}
            onType={unsent.keep}
            onCreate={(draft) => save.mutate(draft)}
            onCancel={() => {
              unsent.drop()
              if (all.length === 0) onClose()
              else setNew(false)
            }}
          />
        ) : (
          <>
            {all.length > fewPortfolios && (
              <TextInput
                aria-label="Find a portfolio"
                placeholder="Find a portfolio"
                leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes later than the dialog, which gave the focus to its close button
                autoFocus
                data-autofocus
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || !shown[0]) return
                  event.preventDefault()
                  save.mutate(shown[0])
                }}
              />
            )}
            <Box className={classes.list}>
              <RovingList gap={2} aria-label="Portfolios">
                {shown.map((portfolio, index) => (
                  <li key={portfolio.id}>
                    <button
                      type="button"
                      className={`${surfaces.hover} ${classes.choice}`}
                      disabled={save.isPending}
                      onClick={() => save.mutate(portfolio)}
                      // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
                      autoFocus={index === 0 && all.length <= fewPortfolios}
                      data-autofocus={(index === 0 && all.length <= fewPortfolios) || undefined}
                    >
                      <span className={textStyles.breakable}>{portfolio.title}</span>
                      <Remark portfolio={portfolio} signals={signals} isLast={portfolio.id === lastId} />
                    </button>
                  </li>
                ))}
              </RovingList>
              {shown.length === 0 && <p className={textStyles.remark}>No portfolio is called so.</p>}
            </Box>
            <Button variant="default" onClick={() => setNew(true)}>
              {shown.length === 0 && typed.trim() !== '' ? `New portfolio “${typed.trim()}”` : 'New portfolio'}
            </Button>
          </>
        )}
      </Stack>
    </Modal>
  )
}

/** What helps to choose: whether it is there already, and how much is. */
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
