import type { Portfolio, Project } from '@auspex/sdk'
import type { Command, CommandTools } from './command.ts'

interface Things {
  readonly portfolios: readonly Portfolio[]
  readonly projects: readonly Project[]
}

/** What a person keeps, by its name. */
export const createThingCommands = (
  { navigate }: Pick<CommandTools, 'navigate'>,
  { portfolios, projects }: Things,
): readonly Command[] => [
  ...portfolios.map(({ id, title }): Command => ({
    id: `portfolio.${id}`,
    title: `Portfolio: ${title}`,
    kind: 'thing',
    run: () => navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: id } }),
  })),
  ...projects.map(({ projectId, displayTitle }): Command => ({
    id: `project.${projectId}`,
    title: `Project: ${displayTitle}`,
    kind: 'thing',
    run: () => navigate({ to: '/projects/$projectId', params: { projectId } }),
  })),
]
