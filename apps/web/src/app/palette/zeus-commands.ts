import type { Command, CommandTools } from './command.ts'

/** What can be asked of Zeus from the page that is open. */
export const createZeusCommands = ({ navigate, router }: CommandTools): readonly Command[] => {
  const { pathname, search } = router.state.location
  const [, page, id] = pathname.split('/')
  const { signals } = search as { readonly signals?: unknown } // the address of a comparison
  const about = (title: string, subject: Readonly<Record<string, string>>): Command => ({
    id: 'zeus.ask-page',
    title: `Ask Zeus about ${title}`,
    kind: 'action',
    keywords: 'assistant chat question answer',
    module: 'zeus',
    run: () => navigate({ to: '/zeus', search: subject }),
  })
  return [
    {
      id: 'zeus.new',
      title: 'New conversation with Zeus',
      kind: 'action',
      keywords: 'assistant chat ask question',
      module: 'zeus',
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
