import { ActionIcon, Button, Flex, Group, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPhoto, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { Portfolio } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { AskZeus } from '../../lib/ask-zeus.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { useFormDraft } from '../../lib/form-draft.ts'
import { formatInstant, formatPlural, formatSince } from '../../lib/format.ts'
import { usePicture } from '../../lib/picture.ts'
import { ShareMenuItem } from '../../lib/share-menu-item.tsx'
import { useNow } from '../../lib/use-now.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { EditableTitle } from '../../ui/editable-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { EditPortfolioDialog } from './edit-portfolio-dialog.tsx'
import { nameGroup } from './portfolios.model.ts'
import { meOptions, useRefreshPortfolio } from './portfolios.queries.ts'
import { CoverDialog } from './trends/cover-dialog.tsx'
import { RefreshState } from './refresh-state.tsx'
import { useDeletePortfolio } from './use-delete-portfolio.ts'
import { usePortfolioChange } from './use-portfolio-change.ts'
import textStyles from '../../ui/text-styles.module.css'

/** What a portfolio is, and what can be done with all of it. */
export const PortfolioHeader = ({ portfolio }: { portfolio: Portfolio }) => {
  const client = useClient()
  const navigate = useNavigate()
  const { data: me } = useQuery(meOptions(client))
  const now = useNow()
  const picture = usePicture(portfolio.image)
  const remove = useDeletePortfolio()
  const refresh = useRefreshPortfolio(client, portfolio.id)
  const { save, begin, conflict, error, isPending } = usePortfolioChange(portfolio)
  const { title, organizationGroupId, revision } = portfolio
  const base = { title, organizationGroupId, revision }
  const name = useFormDraft(`portfolio.${portfolio.id}.name`, { fields: { title }, base })
  const form = useFormDraft(`portfolio.${portfolio.id}`, { fields: { title, groupId: organizationGroupId }, base })
  const [editing, setEditing] = useState<boolean | null>(null)
  const isEditing = editing ?? form.draft !== null
  const [isCovering, setCovering] = useState(false)
  const groups = me?.groups ?? []
  const isRunning = portfolio.refresh.state === 'running'
  const failure = error === null ? null : sayFailure(error)
  const edit = () => {
    begin()
    setEditing(true)
  }
  return (
    <Flex component="header" direction="column" gap={16}>
      <Group gap="14px 24px" align="flex-start" justify="space-between">
        <Flex gap={16} align="flex-start" miw={0} flex="1 1 200px">
          <Picture content={picture} title={portfolio.title} />
          <div style={{ minWidth: 0, flex: 1 }}>
            <EditableTitle
              title={portfolio.title}
              unsent={name.draft?.fields.title ?? null}
              failure={isEditing ? null : failure}
              isPending={isPending}
              onOpen={begin}
              onType={(typed) => name.keep({ title: typed })}
              onClose={name.drop}
              onSave={(typed) => save({ title: typed }, name.draft?.base)}
            />
            <p className={textStyles.remark}>
              {formatPlural(portfolio.trendCount, 'trend')} · {nameGroup(portfolio.organizationGroupId, groups)} ·{' '}
              <time
                className={textStyles.nowrap}
                dateTime={portfolio.updatedAt}
                title={formatInstant(portfolio.updatedAt)}
              >
                changed {formatSince(portfolio.updatedAt, now)}
              </time>
            </p>
          </div>
        </Flex>
        <Group gap={6} wrap="nowrap">
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
          <Menu position="bottom-end" width={200}>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label="More for this portfolio">
                <IconDots size={18} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />} onClick={edit}>
                Edit
              </Menu.Item>
              {portfolio.trendCount > 0 && (
                <Menu.Item
                  leftSection={<IconPhoto size={16} stroke={1.6} aria-hidden />}
                  onClick={() => setCovering(true)}
                >
                  Cover for trends…
                </Menu.Item>
              )}
              <ShareMenuItem item={{ kind: 'portfolio', itemId: portfolio.id, title: portfolio.title }} />
              <Menu.Item
                leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
                onClick={() => {
                  remove(portfolio)
                  void navigate({ to: '/portfolios' })
                }}
              >
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      {refresh.error && (
        <p className={textStyles.fault} role="alert">
          {sayFailure(refresh.error)}
        </p>
      )}
      <RefreshState portfolio={portfolio} />
      {isEditing && (
        <EditPortfolioDialog
          portfolio={portfolio}
          picture={picture}
          groups={groups}
          typed={form.draft?.fields ?? null}
          failure={failure}
          isPending={isPending}
          onType={form.keep}
          onSave={(changes) => save(changes, form.draft?.base)}
          onClose={() => {
            form.drop()
            setEditing(false)
          }}
        />
      )}
      {isCovering && <CoverDialog portfolioId={portfolio.id} trend={null} onClose={() => setCovering(false)} />}
      {conflict && (
        <ConflictDialog
          noun="portfolio"
          isPending={isPending}
          fields={[
            { label: 'Name', yours: conflict.changes.title ?? conflict.theirs.title, theirs: conflict.theirs.title },
            {
              label: 'Who sees it',
              yours: nameGroup(
                conflict.changes.organizationGroupId === undefined
                  ? conflict.theirs.organizationGroupId
                  : conflict.changes.organizationGroupId,
                groups,
              ),
              theirs: nameGroup(conflict.theirs.organizationGroupId, groups),
            },
            {
              label: 'Picture',
              yours: sayPicture(
                conflict.changes.file !== undefined ||
                  (conflict.theirs.image !== null && conflict.changes.imageRemoved !== true),
              ),
              theirs: sayPicture(conflict.theirs.image !== null),
            },
          ]}
          onKeepYours={() => conflict.settle('yours')}
          onTakeTheirs={() => conflict.settle('theirs')}
          onClose={() => conflict.settle('neither')}
        />
      )}
    </Flex>
  )
}

const sayPicture = (hasOne: boolean): string => (hasOne ? 'a picture' : 'none')

const sayFailure = (error: unknown): string => {
  const { message, detail } = describeFailure(error)
  return [`${message}.`, detail].filter(Boolean).join(' ')
}
