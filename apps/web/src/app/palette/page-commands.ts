import type { Command, CommandTools } from './command.ts'

/** Every page that has an address of its own. */
export const createPageCommands = ({ navigate }: Pick<CommandTools, 'navigate'>): readonly Command[] => [
  {
    id: 'page.home',
    title: 'Home',
    kind: 'page',
    keywords: 'start search',
    keys: 'g h',
    module: 'explore',
    run: () => navigate({ to: '/' }),
  },
  {
    id: 'page.explore',
    title: 'Explore: trends',
    kind: 'page',
    keywords: 'trending growth new',
    keys: 'g e',
    module: 'explore',
    run: () => navigate({ to: '/trends' }),
  },
  {
    id: 'page.categories',
    title: 'Explore: categories',
    kind: 'page',
    module: 'explore',
    run: () => navigate({ to: '/trends', search: { view: 'categories' } }),
  },
  {
    id: 'page.industries',
    title: 'Explore: industries',
    kind: 'page',
    keywords: 'sectors',
    module: 'explore',
    run: () => navigate({ to: '/trends', search: { view: 'industries' } }),
  },
  {
    id: 'page.stories',
    title: 'Explore: stories',
    kind: 'page',
    keywords: 'news headlines',
    module: 'explore',
    run: () => navigate({ to: '/trends', search: { view: 'stories' } }),
  },
  {
    id: 'page.compare',
    title: 'Compare',
    kind: 'page',
    keywords: 'versus against side by side',
    keys: 'g c',
    module: 'signals',
    run: () => navigate({ to: '/compare', search: {} }),
  },
  {
    id: 'page.portfolios',
    title: 'Portfolios',
    kind: 'page',
    keywords: 'saved signals collections kept',
    keys: 'g p',
    module: 'portfolios',
    run: () => navigate({ to: '/portfolios' }),
  },
  {
    id: 'page.projects',
    title: 'Projects',
    kind: 'page',
    keywords: 'work dashboard portfolios',
    keys: 'g r',
    module: 'projects',
    run: () => navigate({ to: '/projects' }),
  },
  {
    id: 'page.own-stories',
    title: 'Stories',
    kind: 'page',
    keywords: 'cards presentation slides tell',
    keys: 'g t',
    module: 'stories',
    run: () => navigate({ to: '/stories', search: {} }),
  },
  {
    id: 'page.monitors',
    title: 'Monitors',
    kind: 'page',
    keywords: 'alerts rules watch',
    keys: 'g m',
    module: 'monitors',
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
  {
    id: 'page.sources',
    title: 'Sources',
    kind: 'page',
    keywords: 'connectors imports library',
    keys: 'g s',
    module: 'explore',
    run: () => navigate({ to: '/sources' }),
  },
  {
    id: 'page.scoreboard',
    title: 'Scoreboard of forecasts',
    kind: 'page',
    keywords: 'accuracy predictions scored',
    keys: 'g b',
    module: 'signals',
    run: () => navigate({ to: '/scoreboard' }),
  },
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

/** The pages of the administration; each also by what it is about. */
const createAdministrationCommands = ({ navigate }: Pick<CommandTools, 'navigate'>): readonly Command[] => {
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
    open('people', 'people', 'users disable modules access', '/admin/people'),
    open('activity', 'activity', 'events heatmap', '/admin/activity'),
    open('portfolios', 'portfolios', 'signals', '/admin/portfolios'),
    open('reports', 'report cache', 'stale fresh update', '/admin/reports'),
    open('jobs', 'jobs', 'queue work failed retry', '/admin/jobs'),
    open('audit', 'audit trail', 'changes log export', '/admin/audit'),
  ]
}

type AdministrationPath =
  `/admin/${'organizations' | 'groups' | 'people' | 'activity' | 'portfolios' | 'reports' | 'jobs' | 'audit'}`
