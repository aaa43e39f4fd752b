import type { AuspexClient, UserProfile } from '@auspex/sdk'
import { getMeQueryOptions } from '@auspex/sdk/react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from './api.tsx'

/** The modules that an administrator can switch for a person, as the contract's x-permission names them, with the words of the screens. */
export const moduleWords = {
  explore: { title: 'Search and explore', meaning: 'Searching topics, trends, categories and sources' },
  signals: { title: 'Signals', meaning: 'Signal reports, comparing and forecasts' },
  portfolios: { title: 'Portfolios', meaning: 'Saving signals in portfolios' },
  projects: { title: 'Projects', meaning: 'Grouping portfolios in projects' },
  stories: { title: 'Stories', meaning: 'Telling signals as stories' },
  monitors: { title: 'Monitors', meaning: 'Rules that watch a topic' },
  trends: { title: 'Trends', meaning: 'What grows in the library, also sent to the inbox' },
  zeus: { title: 'Zeus', meaning: 'The assistant, its reports and workflows' },
  newsfeed: { title: 'News', meaning: 'The news feed and its clusters' },
  clinical: { title: 'Clinical', meaning: 'Clinical trials and medical literature' },
  demographics: { title: 'Demographics', meaning: 'Who watches and makes social videos' },
  imports: { title: 'Imports', meaning: 'Adding documents and prices; also needs the role “importer”' },
} as const satisfies Record<string, { readonly title: string; readonly meaning: string }>

export type ModuleName = keyof typeof moduleWords

export const moduleNames = Object.keys(moduleWords) as ModuleName[] // the keys of the record above

/** What shows the numbers of signals, or holds portfolios, is refused without them as well (`x-reads` of the contract). */
const builtOn: Partial<Readonly<Record<ModuleName, readonly ModuleName[]>>> = {
  portfolios: ['signals'],
  projects: ['portfolios', 'signals'],
  monitors: ['signals'],
}

/** Which modules a page needs, by the first part of its address; none for what everybody has. */
const pageModules: Readonly<Record<string, readonly ModuleName[]>> = {
  '': ['explore'],
  search: ['explore', 'signals'],
  trends: ['explore', 'trends'],
  sources: ['explore'],
  signals: ['signals'],
  compare: ['signals'],
  scoreboard: ['signals'],
  portfolios: ['portfolios'],
  projects: ['projects'],
  stories: ['stories'],
  monitors: ['monitors'],
  zeus: ['zeus'],
  reports: ['zeus'],
  workflows: ['zeus'],
  news: ['newsfeed'],
  trials: ['clinical'],
  literature: ['clinical'],
  demographics: ['demographics'],
  hashtags: ['demographics'],
  inbox: [],
  activity: [],
  profile: [],
  settings: [],
  shared: [],
  admin: [],
  auth: [],
}

/** Every module that a page needs, those that its own are built on after them. */
const modulesOfPath = (path: string): readonly ModuleName[] =>
  (pageModules[path.split('/')[1] ?? ''] ?? []).flatMap((name) => [name, ...(builtOn[name] ?? [])])

/** Whether a page is named in the table above; a test asks it for every route. */
export const isPageKnown = (path: string): boolean => (path.split('/')[1] ?? '') in pageModules

/** A module nobody switched is on. */
export const isModuleOn = ({ modules }: Pick<UserProfile, 'modules'>, name: ModuleName | null): boolean =>
  modules.find(({ module }) => module === name)?.access ?? true

/** The profile as the shell has it. Nobody is asked for it here: behind a share link there is no one signed in. */
const knownProfileOptions = (client: AuspexClient) => ({
  ...getMeQueryOptions({ request: { client } }),
  enabled: false,
})

/** Tells whether the signed-in person has a module, with those that it is built on. Before the profile is known nothing is hidden. */
export const useModules = (): ((name: ModuleName | null) => boolean) => {
  const { data } = useQuery(knownProfileOptions(useClient()))
  return (name) =>
    data === undefined || name === null || [name, ...(builtOn[name] ?? [])].every((needed) => isModuleOn(data, needed))
}

/** The first module that a page needs and the person does not have; null when there is none. */
export const useMissingModule = (): ((path: string) => ModuleName | null) => {
  const { data } = useQuery(knownProfileOptions(useClient()))
  return (path) => modulesOfPath(path).find((name) => data !== undefined && !isModuleOn(data, name)) ?? null
}

/** Roles of the signed-in person; none before the profile is known. */
export const useRoles = (): readonly string[] => useQuery(knownProfileOptions(useClient())).data?.roles ?? []
