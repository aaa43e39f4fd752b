import { Button, Flex, Group, Menu, Progress } from '@mantine/core'
import { IconPhoto, IconRefresh } from '@tabler/icons-react'
import type { Portfolio } from '@auspex/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { AskZeus } from '../../lib/links/link-button.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { describeConflict, useCollectionEdit } from '../../lib/dialogs/collection-edit.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { usePicture } from '../../lib/files/pictures.tsx'
import { ShareMenuItem } from '../../lib/dialogs/dialog-request.tsx'
import { useExport } from '../../lib/files/exports.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { collectionFiles, CollectionMenu, CollectionTitle } from '../../ui/collection-header.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { nameGroup } from '../../lib/words/words.ts'
import {
  meOptions,
  useRefreshPortfolio,
  cachePortfolio,
  type PortfolioChanges,
  useUpdatePortfolio,
  useDeletePortfolio,
} from './portfolios.queries.ts'
import { CoverDialog } from './trends/trend-menu.tsx'
import classes from './portfolios.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { useRevisedChange } from '../../lib/api/conflicts.ts'
import { CollectionDialog } from '../../ui/collection-dialog.tsx'
import surfaces from '../../ui/surfaces.module.css'

/** The portfolio's details, and the actions on the whole of it. */
export const PortfolioHeader = ({ portfolio }: { portfolio: Portfolio }) => {
  const client = useClient()
  const { data: me } = useQuery(meOptions(client))
  const now = useNow()
  const picture = usePicture(portfolio.image)
  const exporting = useExport('portfolio', portfolio.id)
  const refresh = useRefreshPortfolio(client, portfolio.id)
  const { save, conflict, ...change } = usePortfolioChange(portfolio)
  const { title, organizationGroupId, revision } = portfolio
  const storedFields = { title, groupId: organizationGroupId }
  const edit = useCollectionEdit({
    draftKey: `portfolio.${portfolio.id}`,
    stored: storedFields,
    base: { title, organizationGroupId, revision },
    change,
    onSave: save,
  })
  const [isCovering, setCovering] = useState(false)
  const groups = me?.groups ?? []
  const isRunning = portfolio.refresh.state === 'running'
  return (
    <Flex component="header" direction="column" gap={16}>
      <Group gap="14px 24px" align="flex-start" justify="space-between">
        <CollectionTitle picture={picture} {...edit.name}>
          {formatPlural(portfolio.trendCount, 'trend')} · {nameGroup(organizationGroupId, groups)} ·{' '}
          <time className={textStyles.nowrap} dateTime={portfolio.updatedAt} title={formatInstant(portfolio.updatedAt)}>
            changed {formatSince(portfolio.updatedAt, now)}
          </time>
        </CollectionTitle>
        <Group className={classes.actions} gap={6}>
          <AskZeus about={{ portfolio: portfolio.id }} name="this portfolio" />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={refresh.isPending}
            disabled={isRunning || portfolio.trendCount === 0}
            onClick={() => refresh.mutate()}
          >
            {isRunning ? 'Measuring' : 'Refresh'}
          </Button>
          <ExportMenu {...exporting} sections={collectionFiles} width={290} />
          <PortfolioMenu portfolio={portfolio} onEdit={edit.open} onCover={() => setCovering(true)} />
        </Group>
      </Group>
      {refresh.error && (
        <p className={textStyles.fault} role="alert">
          {failureSentences(refresh.error)}
        </p>
      )}
      <RefreshState portfolio={portfolio} />
      {edit.form && (
        <CollectionDialog
          heading="Edit the portfolio"
          example="Plant milks"
          submitLabel="Save"
          groups={groups}
          initial={{ ...storedFields, picture }}
          {...edit.form}
        />
      )}
      {isCovering && <CoverDialog portfolioId={portfolio.id} trend={null} onClose={() => setCovering(false)} />}
      {conflict && (
        <ConflictDialog
          noun="portfolio"
          isPending={change.isPending}
          {...describeConflict(conflict, groups, { yours: conflict.changes.title, theirs: conflict.theirs.title })}
        />
      )}
    </Flex>
  )
}

interface PortfolioMenuProps {
  portfolio: Portfolio
  onEdit: () => void
  onCover: () => void
}

const PortfolioMenu = ({ portfolio, onEdit, onCover }: PortfolioMenuProps) => {
  const navigate = useNavigate()
  const remove = useDeletePortfolio()
  const deletePortfolio = () => {
    remove(portfolio)
    void navigate({ to: '/portfolios' })
  }
  return (
    <CollectionMenu noun="portfolio" onEdit={onEdit} onDelete={deletePortfolio}>
      {portfolio.trendCount > 0 && (
        <Menu.Item leftSection={<IconPhoto size={16} stroke={1.6} aria-hidden />} onClick={onCover}>
          Cover for trends…
        </Menu.Item>
      )}
      <ShareMenuItem item={{ kind: 'portfolio', itemId: portfolio.id, title: portfolio.title }} />
    </CollectionMenu>
  )
}

/** Changes a portfolio based on the version that the person saw when they started. */
const usePortfolioChange = (portfolio: Portfolio) => {
  const queryClient = useQueryClient()
  const client = useClient()
  const update = useUpdatePortfolio(client, portfolio.id)
  return useRevisedChange<Portfolio, PortfolioChanges>(portfolio, update, (stored) =>
    cachePortfolio({ client, queryClient }, stored),
  )
}

/** The progress of a refresh, and its result once it has ended. */
const RefreshState = ({ portfolio: { refresh, trends } }: { portfolio: Portfolio }) => {
  const { state, done, failed } = refresh
  const hasEnded = useEnded(state === 'running')
  if (state === 'running')
    return (
      <div role="status">
        <p className={textStyles.note}>
          Measuring {done} of {formatPlural(refresh.trends, 'trend')}
          {failed > 0 && `, ${failed} could not be measured`}
        </p>
        <Progress
          mt={6}
          size="sm"
          aria-label="Measured trends"
          value={refresh.trends === 0 ? 0 : (done / refresh.trends) * 100}
        />
      </div>
    )
  if (state === 'failed')
    return (
      <p className={`${surfaces.muted} ${textStyles.text} ${classes.note}`} role="status">
        The last refresh ended after {done} of {formatPlural(refresh.trends, 'trend')}. The figures of the others are
        older; refresh again.
      </p>
    )
  const faults = trends.filter(({ outcome }) => outcome?.state === 'failed').length
  if (faults > 0) return <Faults count={faults} />
  return hasEnded && done > 0 ? (
    <p className={textStyles.note} role="status">
      {formatPlural(done, 'trend')} measured.
    </p>
  ) : null
}

const route = getRouteApi('/portfolios/$portfolioId')

/** Trends that could not be measured: what that means for their figures, and where they are. */
const Faults = ({ count }: { count: number }) => {
  const { failed } = route.useSearch()
  const navigate = route.useNavigate()
  const showOnly = (isOnly: boolean) =>
    void navigate({
      search: (before) => ({ ...before, failed: isOnly ? '1' : undefined, view: undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Group justify="space-between" gap="4px 16px" className={`${surfaces.muted} ${textStyles.text} ${classes.note}`}>
      <p role="status">
        {count === 1
          ? 'One trend could not be measured last time. Its figures are older.'
          : `${formatPlural(count, 'trend')} could not be measured last time. Their figures are older.`}
      </p>
      <Button size="compact-sm" variant="default" onClick={() => showOnly(failed === undefined)}>
        {failed !== undefined ? 'Show all trends' : count === 1 ? 'Show it' : 'Show them'}
      </Button>
    </Group>
  )
}

/** Whether it ended while the page was open. */
const useEnded = (isRunning: boolean): boolean => {
  const [state, setState] = useState({ isRunning, hasEnded: false })
  if (state.isRunning !== isRunning) setState({ isRunning, hasEnded: !isRunning })
  return state.hasEnded
}
