import { useMantineColorScheme } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { recentSearchesOptions } from '../../features/explore/explore.queries.ts'
import { useAccount } from '../../lib/people/account.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { portfolioChoicesOptions, projectsOptions } from '../../lib/api/collection-options.ts'
import { useSaveSignals } from '../../lib/dialogs/save-signals.tsx'
import { createActionCommands } from './action-commands.ts'
import type { Command, CommandTools } from './command.ts'
import { createPageCommands, useAllowedCommands } from './page-commands.ts'
import { createReportCommands } from './report-commands.ts'
import type { Portfolio, Project } from '@auspex/sdk'

/** Every command available on the current page. */
export const useCommands = ({ tell, openShortcuts }: Pick<CommandTools, 'tell' | 'openShortcuts'>) => {
  const client = useClient()
  const isAllowed = useAllowedCommands()
  const { data } = useQuery({ ...recentSearchesOptions(client), enabled: isAllowed({ modules: ['explore'] }) })
  // lists that fail to load are omitted: the palette has more to offer
  const { data: portfolios } = useQuery({
    ...portfolioChoicesOptions(client),
    enabled: isAllowed({ modules: ['portfolios'] }),
  })
  const { data: projects } = useQuery({ ...projectsOptions(client), enabled: isAllowed({ modules: ['projects'] }) })
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { pathname } = useLocation()
  const recent = data?.items ?? []
  const tools: CommandTools = {
    client,
    queryClient: useQueryClient(),
    router: useRouter(),
    navigate: useNavigate(),
    account: useAccount(),
    recent,
    signalId: /^\/signals\/(\w+)/.exec(pathname)?.[1] ?? null,
    theme: colorScheme === 'dark' ? 'dark' : 'light',
    setTheme: setColorScheme,
    tell,
    saveSignals: useSaveSignals(),
    openShortcuts,
  }
  const commands: readonly Command[] = [
    ...createReportCommands(tools),
    ...createPageCommands(tools),
    ...createActionCommands(tools),
    ...createThingCommands(tools, { portfolios: portfolios?.items ?? [], projects: projects?.items ?? [] }),
  ]
  return { commands: commands.filter(isAllowed), recent }
}

interface Things {
  readonly portfolios: readonly Portfolio[]
  readonly projects: readonly Project[]
}

/** The person's things, offered by name. */
const createThingCommands = ({ navigate }: CommandTools, { portfolios, projects }: Things): readonly Command[] => [
  ...portfolios.map(({ id, title }): Command => ({
    id: `portfolio.${id}`,
    title: `Portfolio: ${title}`,
    kind: 'thing',
    modules: ['portfolios'],
    run: () => navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: id } }),
  })),
  ...projects.map(({ projectId, displayTitle }): Command => ({
    id: `project.${projectId}`,
    title: `Project: ${displayTitle}`,
    kind: 'thing',
    modules: ['projects'],
    run: () => navigate({ to: '/projects/$projectId', params: { projectId } }),
  })),
]
