import { ActionIcon, Button, Flex, Group, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPhoto, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { Portfolio, GroupRef } from '@auspex/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { AskZeus } from '../../lib/links/link-button.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { useFormDraft } from '../../lib/storage/drafts.ts'
import { formatInstant, formatPlural, formatSince } from '../../lib/numbers/format.ts'
import { usePicture } from '../../lib/files/pictures.tsx'
import { ShareMenuItem } from '../../lib/dialogs/dialog-request.tsx'
import { useExport } from '../../lib/files/exports.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { collectionFiles } from '../../ui/collection-files.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { EditableTitle } from '../../ui/editable-title.tsx'
import { Picture } from '../../ui/picture.tsx'
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
import { RefreshState } from './refresh-state.tsx'
import classes from './portfolios.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { type Conflict, useRevisedChange } from '../../lib/api/conflicts.ts'
import { CollectionDialog, type CollectionWords } from '../../ui/collection-dialog.tsx'

/** The portfolio's details, and the actions on the whole of it. */
export const PortfolioHeader = ({ portfolio }: { portfolio: Portfolio }) => {
  const client = useClient()
  const { data: me } = useQuery(meOptions(client))
  const now = useNow()
  const picture = usePicture(portfolio.image)
  const exporting = useExport('portfolio', portfolio.id)
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
  const failure = error === null ? null : failureSentences(error)
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
          <PortfolioMenu portfolio={portfolio} onEdit={edit} onCover={() => setCovering(true)} />
        </Group>
      </Group>
      {refresh.error && (
        <p className={textStyles.fault} role="alert">
          {failureSentences(refresh.error)}
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
      {conflict && <PortfolioConflict conflict={conflict} groups={groups} isPending={isPending} />}
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
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More for this portfolio">
          <IconDots size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {portfolio.trendCount > 0 && (
          <Menu.Item leftSection={<IconPhoto size={16} stroke={1.6} aria-hidden />} onClick={onCover}>
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
  )
}

interface PortfolioConflictProps {
  conflict: Conflict<Portfolio, PortfolioChanges>
  groups: readonly GroupRef[]
  isPending: boolean
}

/** Both versions of a portfolio that two people changed. */
const PortfolioConflict = ({ conflict: { changes, theirs, settle }, groups, isPending }: PortfolioConflictProps) => {
  const groupId = changes.organizationGroupId === undefined ? theirs.organizationGroupId : changes.organizationGroupId
  const hasPicture = changes.file !== undefined || (theirs.image !== null && changes.imageRemoved !== true)
  const describePicture = (has: boolean) => (has ? 'a picture' : 'none')
  return (
    <ConflictDialog
      noun="portfolio"
      isPending={isPending}
      fields={[
        { label: 'Name', yours: changes.title ?? theirs.title, theirs: theirs.title },
        {
          label: 'Who sees it',
          yours: nameGroup(groupId, groups),
          theirs: nameGroup(theirs.organizationGroupId, groups),
        },
        { label: 'Picture', yours: describePicture(hasPicture), theirs: describePicture(theirs.image !== null) },
      ]}
      onKeepYours={() => settle('yours')}
      onTakeTheirs={() => settle('theirs')}
      onClose={() => settle('neither')}
    />
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

interface EditPortfolioDialogProps {
  portfolio: Portfolio
  picture: Blob | null
  groups: readonly GroupRef[]
  failure: string | null
  isPending: boolean
  typed: CollectionWords | null
  onType: (words: CollectionWords) => void
  onSave: (changes: PortfolioChanges) => Promise<void>
  onClose: () => void
}

/** Name, group and picture of a portfolio; only changes are sent. */
const EditPortfolioDialog = ({ portfolio, picture, onSave, onClose, ...dialog }: EditPortfolioDialogProps) => (
  <CollectionDialog
    heading="Edit the portfolio"
    example="Plant milks"
    submitLabel="Save"
    initial={{ title: portfolio.title, groupId: portfolio.organizationGroupId, picture }}
    onClose={onClose}
    onSubmit={({ title, groupId, file, isPictureRemoved }) => {
      // a form cannot remove the group of a portfolio, so a picture sent with a group change goes first
      const words = {
        ...(title !== portfolio.title && { title }),
        ...(groupId !== portfolio.organizationGroupId && { organizationGroupId: groupId }),
        ...(isPictureRemoved && file === null && { imageRemoved: true }),
      }
      const send = async () => {
        if (Object.keys(words).length > 0) await onSave(words)
        if (file !== null) await onSave({ file })
      }
      void send().then(onClose, () => undefined)
    }}
    {...dialog}
  />
)
