import {
  IconBell,
  IconBooks,
  IconBookmarks,
  IconBriefcase,
  IconChartLine,
  IconHash,
  IconFileText,
  IconHome,
  IconInbox,
  IconNews,
  IconListCheck,
  IconMessages,
  IconPresentation,
  IconReportMedical,
  IconSparkles,
  IconTrendingUp,
  type Icon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ModuleName } from '../lib/people/modules.ts'
import type { Command, CommandTools } from './palette/command.ts'

/** The groups of the navigation, by what people come for. Other pages are in the person's menu, or behind links. */
export const navigationGroups = ['Discover', 'Library', 'Watch', 'Research', 'Zeus'] as const

export type NavigationGroup = (typeof navigationGroups)[number]

/** A page with an address of its own: its command and shortcut, its entry in the navigation, and who may open it. */
export interface AppPage {
  /** Must never change: recently used commands are stored by it. */
  readonly id: string
  readonly to: NonNullable<LinkProps['to']>
  /** Also its heading, unless that says more. */
  readonly title: string
  /** The name of its command, where that is not the title. */
  readonly commandTitle?: string
  /** Synonyms that people may type. */
  readonly keywords: string
  /** A shortcut of two keys, "g h", where a letter is left. */
  readonly keys?: string
  /** The modules that it and all below its address need; empty if everybody has it. */
  readonly modules: readonly ModuleName[]
  /** Where it is in the navigation. */
  readonly entry?: { readonly group: NavigationGroup; readonly icon: Icon }
  /** Parts of it with commands of their own. */
  readonly views?: readonly { id: string; title: string; keywords?: string; view: string }[]
}

/** Every page, in the order of the navigation and of the commands. Navigation, palette, shortcuts and access follow from it. */
export const pages: readonly AppPage[] = [
  {
    id: 'page.home',
    to: '/',
    title: 'Home',
    keywords: 'start search',
    keys: 'g h',
    modules: ['explore'],
    entry: { group: 'Discover', icon: IconHome },
  },
  {
    id: 'page.explore',
    to: '/trends',
    title: 'Explore',
    commandTitle: 'Explore: trends',
    keywords: 'trending growth new',
    keys: 'g e',
    modules: ['explore', 'trends'],
    entry: { group: 'Discover', icon: IconTrendingUp },
    views: [
      { id: 'page.categories', title: 'Explore: categories', view: 'categories' },
      { id: 'page.industries', title: 'Explore: industries', keywords: 'sectors', view: 'industries' },
      { id: 'page.stories', title: 'Explore: headlines', keywords: 'news stories', view: 'stories' },
    ],
  },
  {
    id: 'page.news',
    to: '/news',
    title: 'News',
    keywords: 'articles feeds reader headlines unread OPML RSS',
    keys: 'g n',
    modules: ['newsfeed'],
    entry: { group: 'Discover', icon: IconNews },
    views: [
      {
        id: 'page.news-stories',
        title: 'News: headlines',
        keywords: 'stories clusters who covers it',
        view: 'stories',
      },
    ],
  },
  {
    id: 'page.compare',
    to: '/compare',
    title: 'Compare',
    keywords: 'versus against side by side',
    keys: 'g c',
    modules: ['signals'],
    entry: { group: 'Discover', icon: IconChartLine },
  },
  {
    id: 'page.portfolios',
    to: '/portfolios',
    title: 'Portfolios',
    keywords: 'saved signals collections kept',
    keys: 'g p',
    modules: ['portfolios'],
    entry: { group: 'Library', icon: IconBookmarks },
  },
  {
    id: 'page.projects',
    to: '/projects',
    title: 'Projects',
    keywords: 'work dashboard portfolios',
    keys: 'g r',
    modules: ['projects'],
    entry: { group: 'Library', icon: IconBriefcase },
  },
  {
    id: 'page.own-stories',
    to: '/stories',
    title: 'Stories',
    keywords: 'cards presentation slides tell',
    keys: 'g t',
    modules: ['stories'],
    entry: { group: 'Library', icon: IconPresentation },
  },
  {
    id: 'page.own-reports',
    to: '/reports',
    title: 'Reports',
    keywords: 'text write editor zeus documents',
    keys: 'g o',
    modules: ['zeus'],
    entry: { group: 'Library', icon: IconFileText },
  },
  {
    id: 'page.monitors',
    to: '/monitors',
    title: 'Monitors',
    keywords: 'alerts rules watch',
    keys: 'g m',
    modules: ['monitors'],
    entry: { group: 'Watch', icon: IconBell },
  },
  {
    id: 'page.workflows',
    to: '/workflows',
    title: 'Workflows',
    keywords: 'automation schedule brief board pack runs',
    keys: 'g w',
    modules: ['zeus'],
    entry: { group: 'Watch', icon: IconListCheck },
  },
  {
    id: 'page.inbox',
    to: '/inbox',
    title: 'Inbox',
    keywords: 'messages alerts',
    keys: 'g i',
    modules: [],
    entry: { group: 'Watch', icon: IconInbox },
  },
  {
    id: 'page.comments',
    to: '/comments',
    title: 'Comments',
    keywords: 'mentions replies discussion colleagues threads',
    keys: 'g k',
    modules: [],
    entry: { group: 'Watch', icon: IconMessages },
  },
  {
    id: 'page.trials',
    to: '/trials',
    title: 'Trials',
    keywords: 'clinical studies register NCT medicine',
    keys: 'g d',
    modules: ['clinical'],
    entry: { group: 'Research', icon: IconReportMedical },
  },
  {
    id: 'page.literature',
    to: '/literature',
    title: 'Literature',
    keywords: 'PubMed papers articles medicine',
    keys: 'g l',
    modules: ['clinical'],
    entry: { group: 'Research', icon: IconBooks },
  },
  {
    id: 'page.hashtags',
    to: '/hashtags',
    title: 'Hashtags',
    keywords: 'social video TikTok tags creators',
    keys: 'g v',
    modules: ['demographics'],
    entry: { group: 'Research', icon: IconHash },
  },
  {
    id: 'page.zeus',
    to: '/zeus',
    title: 'Zeus',
    keywords: 'assistant chat ask question answer conversation',
    keys: 'g z',
    modules: ['zeus'],
    entry: { group: 'Zeus', icon: IconSparkles },
  },
  {
    id: 'page.sources',
    to: '/sources',
    title: 'Sources',
    keywords: 'connectors imports library',
    keys: 'g s',
    modules: ['explore'],
  },
  {
    id: 'page.scoreboard',
    to: '/scoreboard',
    title: 'Forecast scoreboard',
    keywords: 'accuracy predictions scored',
    keys: 'g b',
    modules: ['signals'],
  },
  {
    id: 'page.activity',
    to: '/activity',
    title: 'Activity',
    keywords: 'history events heatmap who did what',
    keys: 'g a',
    modules: [],
  },
  {
    id: 'page.profile',
    to: '/profile',
    title: 'Your profile',
    keywords: 'account settings groups colleagues contacts organization modules',
    keys: 'g u',
    modules: [],
  },
]

/** The modules of addresses that have no command, because only links lead to them, by their first segment. */
const linkedAddresses: Readonly<Record<string, readonly ModuleName[]>> = {
  search: ['explore', 'signals'],
  signals: ['signals'],
  shared: [],
  unsubscribe: [],
  admin: [],
  auth: [],
}

const modulesBySegment = new Map<string, readonly ModuleName[]>([
  ...Object.entries(linkedAddresses),
  ...pages.map(({ to, modules }) => [to.slice(1), modules] as const),
])

/** The modules that an address needs; null for one that nothing above names, which a test finds. */
export const findModules = (path: string): readonly ModuleName[] | null =>
  modulesBySegment.get(path.split('/')[1] ?? '') ?? null

/** The commands that open pages. */
export const createPageCommands = ({
  navigate,
}: {
  readonly navigate: CommandTools['navigate']
}): readonly Command[] => [
  ...pages.flatMap(({ to, title, commandTitle = title, modules, views = [], ...page }): Command[] => [
    { ...page, title: commandTitle, kind: 'page', modules, run: () => navigate({ to, search: {} }) },
    ...views.map(({ view, ...part }) => ({
      ...part,
      kind: 'page' as const,
      modules,
      run: () => navigate({ to, search: { view } }),
    })),
  ]),
  ...createAdministrationCommands({ navigate }),
]

/** The administration pages; each can also be found by its subject. */
const createAdministrationCommands = ({
  navigate,
}: {
  readonly navigate: CommandTools['navigate']
}): readonly Command[] => {
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
