import { ActionIcon, Box, Flex, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import type { GroupRef, Portfolio, Project } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatInstant, formatPlural, formatSince } from '../../lib/format.ts'
import { usePicture } from '../../lib/picture.ts'
import { useNow } from '../../lib/use-now.ts'
import { Picture } from '../../ui/picture.tsx'
import { nameGroup, namePortfolios } from './projects.model.ts'
import { useDeleteProject } from './use-delete-project.ts'
import classes from './projects-page.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface ProjectCardProps {
  project: Project
  groups: readonly GroupRef[]
  /** Those that a project can hold, for their names. */
  portfolios: readonly Portfolio[]
}

/** A project of the list. */
export const ProjectCard = ({ project, groups, portfolios }: ProjectCardProps) => {
  const { projectId, displayTitle, image, organizationGroupId, updatedAt } = project
  const now = useNow()
  const picture = usePicture(image)
  const remove = useDeleteProject()
  const { named, rest } = namePortfolios(project, portfolios)
  return (
    <li className={`${surfaces.panel} ${classes.card}`}>
      <Flex gap={14} align="flex-start">
        <Picture content={picture} title={displayTitle} />
        <Box miw={0}>
          <Box
            component="h2"
            className={`${textStyles.title} ${textStyles.breakable} ${classes.title}`}
            fz={16}
            lh={1.35}
          >
            <Link to="/projects/$projectId" params={{ projectId }}>
              {displayTitle}
            </Link>
          </Box>
          <p className={textStyles.note}>
            {[formatPlural(project.portfolios.length, 'portfolio'), nameGroup(organizationGroupId, groups)].join(' · ')}
          </p>
          <p className={textStyles.note}>
            <time dateTime={updatedAt} title={formatInstant(updatedAt)}>
              Changed {formatSince(updatedAt, now)}
            </time>
          </p>
        </Box>
        <div className={classes.menu}>
          <Menu position="bottom-end" width={200}>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`More for ${displayTitle}`}>
                <IconDots size={17} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={() => remove(project)}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </Flex>
      {project.portfolios.length === 0 ? (
        <p className={`${textStyles.note} ${classes.members}`}>No portfolio yet</p>
      ) : (
        named.length > 0 && (
          <ul className={classes.members} aria-label={`In ${displayTitle}`}>
            {named.map(({ id, title }) => (
              <li key={id} className={`${textStyles.detail} ${textStyles.clip}`}>
                {title}
              </li>
            ))}
            {rest > 0 && <li className={textStyles.note}>and {rest} more</li>}
          </ul>
        )
      )}
    </li>
  )
}
