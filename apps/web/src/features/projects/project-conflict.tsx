import type { GroupRef, Project } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { portfolioChoicesOptions } from '../../lib/collection-options.ts'
import type { Conflict } from '../../lib/conflicts.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { nameGroup } from './projects.model.ts'
import type { ProjectChanges } from './projects.queries.ts'

interface ProjectConflictProps {
  conflict: Conflict<Project, ProjectChanges>
  groups: readonly GroupRef[]
  isPending: boolean
}

/** Both versions of a project that two people changed. */
export const ProjectConflict = ({ conflict: { changes, theirs, settle }, groups, isPending }: ProjectConflictProps) => {
  const { data } = useQuery(portfolioChoicesOptions(useClient()))
  const nameAll = (ids: readonly { id: string }[]) =>
    ids.map(({ id }) => data?.items.find((portfolio) => portfolio.id === id)?.title ?? id).join(', ') || 'none'
  const groupId = changes.organizationGroupId === undefined ? theirs.organizationGroupId : changes.organizationGroupId
  const hasPicture = changes.file !== undefined || (theirs.image !== null && changes.imageRemoved !== true)
  const sayPicture = (has: boolean) => (has ? 'a picture' : 'none')
  return (
    <ConflictDialog
      noun="project"
      isPending={isPending}
      fields={[
        { label: 'Name', yours: changes.displayTitle ?? theirs.displayTitle, theirs: theirs.displayTitle },
        {
          label: 'Who sees it',
          yours: nameGroup(groupId, groups),
          theirs: nameGroup(theirs.organizationGroupId, groups),
        },
        { label: 'Picture', yours: sayPicture(hasPicture), theirs: sayPicture(theirs.image !== null) },
        {
          label: 'Portfolios',
          yours: nameAll(changes.portfolios ?? theirs.portfolios),
          theirs: nameAll(theirs.portfolios),
        },
      ]}
      onKeepYours={() => settle('yours')}
      onTakeTheirs={() => settle('theirs')}
      onClose={() => settle('neither')}
    />
  )
}
