import { markAllMessagesRead } from '../../features/inbox/inbox.queries.ts'
import { clearHistory, restoreHistory } from '../../features/explore/explore.queries.ts'
import { isRestorable, readClearedSearches } from '../../features/explore/cleared-searches.ts'
import { toCsv, download } from '../../lib/files/download.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import { focusWhenShown } from '../shell/focus-when-shown.ts'
import { meOptions } from '../shell/demo-banner.tsx'
import type { Command, CommandTools } from './command.ts'
import { createDisplayCommands } from './display-commands.ts'
import { toTopic } from './report-commands.ts'

/** Actions available on any page. Actions that need an earlier search are omitted if there is none. */
export const createActionCommands = (tools: CommandTools): readonly Command[] => [
  ...createSearchCommands(tools),
  ...createZeusCommands(tools),
  ...createWorkCommands(tools),
  ...createHistoryCommands(tools),
  ...createDisplayCommands(tools),
]

const createSearchCommands = ({ navigate, recent }: CommandTools): readonly Command[] => {
  const [last, before] = recent
  return [
    {
      id: 'search.new',
      title: 'New search with country, sources and dates',
      kind: 'action',
      keywords: 'topic filter form',
      modules: ['explore', 'signals'],
      run: async () => {
        await navigate({ to: '/' })
        focusWhenShown('form[role="search"] input')
      },
    },
    {
      id: 'search.several',
      title: 'Search several topics at once',
      kind: 'action',
      keywords: 'many list bulk',
      modules: ['explore', 'signals'],
      run: async () => {
        await navigate({ to: '/', search: { several: '1' } })
        focusWhenShown('#several-topics textarea')
      },
    },
    {
      id: 'compare.new',
      title: 'New comparison',
      kind: 'action',
      keywords: 'compare versus against',
      modules: ['signals'],
      run: () => navigate({ to: '/compare', search: {} }),
    },
    {
      id: 'report.new',
      title: 'New report',
      kind: 'action',
      keywords: 'write text editor zeus',
      modules: ['zeus'],
      run: () => navigate({ to: '/reports/new' }),
    },
    {
      id: 'story.new',
      title: 'New story',
      kind: 'action',
      keywords: 'create cards presentation',
      modules: ['stories'],
      run: () => navigate({ to: '/stories', search: { new: '1' } }),
    },
    ...(last === undefined
      ? []
      : [
          {
            id: 'search.open-last',
            title: `Open the last report: ${last.query.title}`,
            kind: 'action',
            modules: ['signals'],
            run: () => navigate({ to: '/signals/$signalId', params: { signalId: last.signalId } }),
          } satisfies Command,
          {
            id: 'search.repeat-last',
            title: `Search again: ${last.query.title}`,
            kind: 'action',
            keywords: 'refresh repeat again',
            modules: ['explore', 'signals'],
            run: () => navigate({ to: '/search', search: { ...toTopic(last.query), force: '1' } }),
          } satisfies Command,
          {
            id: 'monitor.last',
            title: `Watch the last topic: ${last.query.title}`,
            kind: 'action',
            keywords: 'monitor alert rule new',
            modules: ['monitors'],
            run: () => {
              const { term, geo, entity, source } = toTopic(last.query)
              return navigate({ to: '/monitors', search: { term, geo, entity, source } })
            },
          } satisfies Command,
        ]),
    ...(last === undefined || before === undefined
      ? []
      : [
          {
            id: 'compare.last-two',
            title: `Compare the last two: ${last.query.title}, ${before.query.title}`,
            kind: 'action',
            keywords: 'versus against',
            modules: ['signals'],
            run: () => navigate({ to: '/compare', search: { signals: `${last.signalId},${before.signalId}` } }),
          } satisfies Command,
        ]),
  ]
}

const createWorkCommands = (tools: CommandTools): readonly Command[] => {
  const { client, queryClient, navigate, tell } = tools
  return [
    {
      id: 'portfolio.new',
      title: 'New portfolio',
      kind: 'action',
      keywords: 'create make collection',
      modules: ['portfolios'],
      run: () => navigate({ to: '/portfolios', search: { new: '1' } }),
    },
    {
      id: 'project.new',
      title: 'New project',
      kind: 'action',
      keywords: 'create make',
      modules: ['projects'],
      run: () => navigate({ to: '/projects', search: { new: '1' } }),
    },
    {
      id: 'inbox.read-all',
      title: 'Mark all messages as read',
      kind: 'action',
      keywords: 'inbox unread',
      run: reporting(tell, async () => {
        const count = await markAllMessagesRead({ client, queryClient })
        return count === 0 ? 'You have no unread messages.' : `${formatPlural(count, 'message')} marked as read.`
      }),
    },
    {
      id: 'prices.import',
      title: 'Import prices',
      kind: 'action',
      keywords: 'csv stock closes upload',
      modules: ['imports'],
      run: () => navigate({ to: '/sources', hash: 'import-prices' }),
    },
    {
      id: 'imports.open',
      title: 'Show or delete imported files',
      kind: 'action',
      keywords: 'import jsonl documents library remove',
      modules: ['imports'],
      run: () => navigate({ to: '/sources', hash: 'imports' }),
    },
    {
      id: 'sources.check',
      title: 'Check whether the sources answer',
      kind: 'action',
      keywords: 'probe test connection',
      modules: ['explore'],
      run: async () => {
        await navigate({ to: '/sources' })
        focusWhenShown('#check-sources')
      },
    },
    {
      id: 'page.refresh',
      title: 'Refresh this page',
      kind: 'action',
      keywords: 'refresh reload update',
      run: reporting(tell, async () => {
        await queryClient.invalidateQueries({ refetchType: 'active' })
        return 'This page is up to date.'
      }),
    },
    {
      id: 'api.reference',
      title: 'Open the API reference',
      kind: 'action',
      keywords: 'docs developer openapi',
      run: () => void window.open('/docs', '_blank', 'noopener'),
    },
    {
      id: 'account.delete',
      title: 'Delete your account',
      kind: 'action',
      keywords: 'remove erase forget me GDPR privacy',
      run: () => navigate({ to: '/profile', hash: 'delete-account' }),
    },
    {
      id: 'session.sign-out',
      title: 'Sign out',
      kind: 'action',
      keywords: 'log out leave',
      run: () => tools.account.signOut(),
    },
  ]
}

const createHistoryCommands = (tools: CommandTools): readonly Command[] => {
  const { client, queryClient, recent, tell } = tools
  return [
    {
      id: 'history.export',
      title: 'Download your searches as CSV',
      kind: 'action',
      keywords: 'export download recent history',
      modules: ['explore'],
      run: () => {
        const rows = recent.map(({ query, searchedAt, signalId }) => [query.title, query.geo, searchedAt, signalId])
        download(
          'searches.csv',
          new Blob([toCsv(['topic', 'country', 'searchedAt', 'signal'], rows)], { type: 'text/csv' }),
        )
      },
    },
    {
      id: 'history.clear',
      title: 'Clear your recent searches',
      kind: 'action',
      keywords: 'delete forget history',
      modules: ['explore'],
      run: reporting(tell, async () => {
        if (recent.length === 0) return 'There are no recent searches.'
        await clearHistory({ client, queryClient }, recent)
        return `${formatPlural(recent.length, 'search', 'searches')} cleared. You can undo this for ten minutes.`
      }),
    },
    {
      id: 'history.restore',
      title: 'Restore cleared searches',
      kind: 'action',
      keywords: 'undo restore history',
      modules: ['explore'],
      run: reporting(tell, async () => {
        const cleared = readClearedSearches()
        const { profile } = await queryClient.ensureQueryData(meOptions(client))
        if (!cleared || !isRestorable(cleared, profile.id, Date.now())) return 'There is nothing to restore.'
        await restoreHistory({ client, queryClient }, cleared.queries)
        return `${formatPlural(cleared.queries.length, 'search', 'searches')} restored.`
      }),
    },
  ]
}

/** Runs the action and reports its result; a failure is reported, not thrown. */
const reporting = (tell: CommandTools['tell'], act: () => Promise<string>) => async () =>
  tell(await act().catch((error: unknown) => `${describeFailure(error).message}.`))

/** Questions to Zeus that are available on the current page. */
const createZeusCommands = ({ navigate, router }: CommandTools): readonly Command[] => {
  const { pathname, search } = router.state.location
  const [, page, id] = pathname.split('/')
  const { signals } = search as { readonly signals?: unknown } // the search parameters of a comparison
  const about = (title: string, subject: Readonly<Record<string, string>>): Command => ({
    id: 'zeus.ask-page',
    title: `Ask Zeus about ${title}`,
    kind: 'action',
    keywords: 'assistant chat question answer',
    modules: ['zeus'],
    run: () => navigate({ to: '/zeus', search: subject }),
  })
  return [
    {
      id: 'zeus.new',
      title: 'New conversation with Zeus',
      kind: 'action',
      keywords: 'assistant chat ask question',
      modules: ['zeus'],
      run: () => navigate({ to: '/zeus', search: {} }),
    },
    ...(page === 'portfolios' && id !== undefined ? [about('this portfolio', { portfolio: id })] : []),
    ...(page === 'projects' && id !== undefined ? [about('this project', { project: id })] : []),
    ...(page === 'stories' && id !== undefined ? [about('this story', { story: id })] : []),
    ...(page === 'reports' && id !== undefined && id !== 'new' ? [about('this report', { report: id })] : []),
    ...(page === 'compare' && typeof signals === 'string' && signals !== ''
      ? [about('these signals', { signals })]
      : []),
  ]
}
