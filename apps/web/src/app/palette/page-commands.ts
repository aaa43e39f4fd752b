import type { Command, CommandTools } from './command.ts'
import { useModules, useRoles } from '../../lib/people/modules.ts'

interface Navigation {
  readonly navigate: CommandTools['navigate']
}

/** Every page with its own address. */
export const createPageCommands = ({ navigate }: Navigation): readonly Command[] => [
  {
    id: 'page.home',
    title: 'Home',
    kind: 'page',
    keywords: 'start search',
    keys: 'g h',
    modules: ['explore'],
    run: () => navigate({ to: '/' }),
  },
  {
    id: 'page.explore',
    title: 'Explore: trends',
    kind: 'page',
    keywords: 'trending growth new',
    keys: 'g e',
    modules: ['trends'],
    run: () => navigate({ to: '/trends' }),
  },
  {
    id: 'page.categories',
    title: 'Explore: categories',
    kind: 'page',
    modules: ['trends'],
    run: () => navigate({ to: '/trends', search: { view: 'categories' } }),
  },
  {
    id: 'page.industries',
    title: 'Explore: industries',
    kind: 'page',
    keywords: 'sectors',
    modules: ['trends'],
    run: () => navigate({ to: '/trends', search: { view: 'industries' } }),
  },
  {
    id: 'page.stories',
    title: 'Explore: headlines',
    kind: 'page',
    keywords: 'news stories',
    modules: ['trends'],
    run: () => navigate({ to: '/trends', search: { view: 'stories' } }),
  },
  {
    id: 'page.zeus',
    title: 'Zeus',
    kind: 'page',
    keywords: 'assistant chat ask question answer conversation',
    keys: 'g z',
    modules: ['zeus'],
    run: () => navigate({ to: '/zeus', search: {} }),
  },
  {
    id: 'page.news',
    title: 'News',
    kind: 'page',
    keywords: 'articles feeds reader headlines unread OPML RSS',
    keys: 'g n',
    modules: ['newsfeed'],
    run: () => navigate({ to: '/news', search: {} }),
  },
  {
    id: 'page.news-stories',
    title: 'News: headlines',
    kind: 'page',
    keywords: 'stories clusters who covers it',
    modules: ['newsfeed'],
    run: () => navigate({ to: '/news', search: { view: 'stories' } }),
  },
  {
    id: 'page.compare',
    title: 'Compare',
    kind: 'page',
    keywords: 'versus against side by side',
    keys: 'g c',
    modules: ['signals'],
    run: () => navigate({ to: '/compare', search: {} }),
  },
  ...createOwnPageCommands({ navigate }),
  ...createSourcePageCommands({ navigate }),
  {
    id: 'page.activity',
    title: 'Activity',
    kind: 'page',
    keywords: 'history events heatmap who did what',
    keys: 'g a',
    run: () => navigate({ to: '/activity' }),
  },
  {
    id: 'page.profile',
    title: 'Your profile',
    kind: 'page',
    keywords: 'account settings groups colleagues contacts organization modules',
    keys: 'g u',
    run: () => navigate({ to: '/profile' }),
  },
  ...createAdministrationCommands({ navigate }),
]

/** What a person keeps, writes and watches. */
const createOwnPageCommands = ({ navigate }: Navigation): readonly Command[] => [
  {
    id: 'page.portfolios',
    title: 'Portfolios',
    kind: 'page',
    keywords: 'saved signals collections kept',
    keys: 'g p',
    modules: ['portfolios'],
    run: () => navigate({ to: '/portfolios' }),
  },
  {
    id: 'page.projects',
    title: 'Projects',
    kind: 'page',
    keywords: 'work dashboard portfolios',
    keys: 'g r',
    modules: ['projects'],
    run: () => navigate({ to: '/projects' }),
  },
  {
    id: 'page.own-stories',
    title: 'Stories',
    kind: 'page',
    keywords: 'cards presentation slides tell',
    keys: 'g t',
    modules: ['stories'],
    run: () => navigate({ to: '/stories', search: {} }),
  },
  {
    id: 'page.own-reports',
    title: 'Reports',
    kind: 'page',
    keywords: 'text write editor zeus documents',
    keys: 'g o',
    modules: ['zeus'],
    run: () => navigate({ to: '/reports', search: {} }),
  },
  {
    id: 'page.workflows',
    title: 'Workflows',
    kind: 'page',
    keywords: 'automation schedule brief board pack runs',
    keys: 'g w',
    modules: ['zeus'],
    run: () => navigate({ to: '/workflows' }),
  },
  {
    id: 'page.monitors',
    title: 'Monitors',
    kind: 'page',
    keywords: 'alerts rules watch',
    keys: 'g m',
    modules: ['monitors'],
    run: () => navigate({ to: '/monitors' }),
  },
  {
    id: 'page.inbox',
    title: 'Inbox',
    kind: 'page',
    keywords: 'messages alerts',
    keys: 'g i',
    run: () => navigate({ to: '/inbox' }),
  },
]

/** Registers, hashtags, and where documents and forecasts come from. */
const createSourcePageCommands = ({ navigate }: Navigation): readonly Command[] => [
  {
    id: 'page.comments',
    title: 'Comments',
    kind: 'page',
    keywords: 'mentions replies discussion colleagues threads',
    keys: 'g k',
    modules: [],
    run: () => navigate({ to: '/comments' }),
  },
  {
    id: 'page.trials',
    title: 'Trials',
    kind: 'page',
    keywords: 'clinical studies register NCT medicine',
    keys: 'g d',
    run: () => navigate({ to: '/trials', search: {} }),
  },
  {
    id: 'page.literature',
    title: 'Literature',
    kind: 'page',
    keywords: 'PubMed papers articles medicine',
    keys: 'g l',
    run: () => navigate({ to: '/literature', search: {} }),
  },
  {
    id: 'page.hashtags',
    title: 'Hashtags',
    kind: 'page',
    keywords: 'social video TikTok tags creators',
    keys: 'g v',
    modules: ['demographics'],
    run: () => navigate({ to: '/hashtags', search: {} }),
  },
  {
    id: 'page.sources',
    title: 'Sources',
    kind: 'page',
    keywords: 'connectors imports library',
    keys: 'g s',
    modules: ['explore'],
    run: () => navigate({ to: '/sources' }),
  },
  {
    id: 'page.scoreboard',
    title: 'Forecast scoreboard',
    kind: 'page',
    keywords: 'accuracy predictions scored',
    keys: 'g b',
    modules: ['signals'],
    run: () => navigate({ to: '/scoreboard' }),
  },
]

/** The administration pages; each can also be found by its subject. */
const createAdministrationCommands = ({ navigate }: Navigation): readonly Command[] => {
  const open = (id: string, title: string, keywords: string, to: AdministrationPath): Command => ({
    id: `page.admin.${id}`,
    title: `Administration: ${title}`,
    kind: 'page',
    keywords: `admin godmode ${keywords}`,
    role: 'godmode',
    run: () => navigate({ to }),
  })
  return [
    open('organizations', 'organizations', 'tenants companies', '/admin/organizations'),
    open('groups', 'groups', 'teams', '/admin/groups'),
    open('people', 'people', 'users disable delete modules access', '/admin/people'),
    open('tokens', 'access tokens', 'scripts personal revoke api keys', '/admin/tokens'),
    open('apps', 'apps', 'clients oauth redirect register sign-in service', '/admin/apps'),
    open('activity', 'activity', 'events heatmap', '/admin/activity'),
    open('portfolios', 'portfolios', 'signals', '/admin/portfolios'),
    open('reports', 'report cache', 'stale fresh update', '/admin/reports'),
    open('deletions', 'deleted documents', 'removed blocked undo takedown', '/admin/deletions'),
    open('jobs', 'jobs', 'queue work failed retry', '/admin/jobs'),
    open('audit', 'audit trail', 'changes log export', '/admin/audit'),
    open('security', 'security log', 'sign-ins failures refused attacks', '/admin/security'),
  ]
}

type AdministrationPath =
  `/admin/${'organizations' | 'groups' | 'people' | 'tokens' | 'apps' | 'activity' | 'portfolios' | 'reports' | 'deletions' | 'jobs' | 'audit' | 'security'}`

/** Whether the person has the modules and the role that a command requires. */
export const useAllowedCommands = (): ((command: Pick<Command, 'modules' | 'role'>) => boolean) => {
  const isOn = useModules()
  const roles = useRoles()
  return ({ modules = [], role }) => modules.every(isOn) && (role === undefined || roles.includes(role))
}
