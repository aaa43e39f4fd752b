import type { AuspexClient, UserProfile } from '@auspex/sdk'
import { getMeQueryOptions } from '@auspex/sdk/react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../api/api.tsx'

/** The modules that an administrator can switch for a person, named as in the contract's x-permission, with their labels. */
export const moduleWords = {
  explore: { title: 'Search and explore', meaning: 'Searching topics, trends, categories and sources' },
  signals: { title: 'Signals', meaning: 'Signal reports, comparing and forecasts' },
  portfolios: { title: 'Portfolios', meaning: 'Saving signals in portfolios' },
  projects: { title: 'Projects', meaning: 'Grouping portfolios in projects' },
  stories: { title: 'Stories', meaning: 'Presenting signals as stories' },
  monitors: { title: 'Monitors', meaning: 'Rules that watch a topic' },
  trends: { title: 'Trends', meaning: 'What is growing in the library, also sent to the inbox' },
  zeus: { title: 'Zeus', meaning: 'The assistant, its reports and workflows' },
  newsfeed: { title: 'News', meaning: 'The news feed and its headlines' },
  clinical: { title: 'Clinical', meaning: 'Clinical trials and medical literature' },
  demographics: { title: 'Demographics', meaning: 'Who watches and makes social videos' },
  imports: { title: 'Imports', meaning: 'Adding documents and prices; also needs the role “importer”' },
} as const satisfies Record<string, { readonly title: string; readonly meaning: string }>

export type ModuleName = keyof typeof moduleWords

export const moduleNames = Object.keys(moduleWords) as ModuleName[] // the keys of the record above

/** Modules that show the numbers of signals or contain portfolios are refused without those modules too (`x-reads` of the contract). */
const builtOn: Partial<Readonly<Record<ModuleName, readonly ModuleName[]>>> = {
  portfolios: ['signals'],
  projects: ['portfolios', 'signals'],
  monitors: ['signals'],
}

/** A module is on unless it was switched off. */
export const isModuleOn = (
  { modules }: { readonly modules: UserProfile['modules'] },
  name: ModuleName | null,
): boolean => modules.find(({ module }) => module === name)?.access ?? true

/** The profile from the shell's cache. Never fetched here: behind a share link nobody is signed in. */
const knownProfileOptions = (client: AuspexClient) => ({
  ...getMeQueryOptions({ request: { client } }),
  enabled: false,
})

/** Returns whether the signed-in person has a module and its dependencies. Until the profile has loaded, nothing is hidden. */
export const useModules = (): ((name: ModuleName | null) => boolean) => {
  const { data } = useQuery(knownProfileOptions(useClient()))
  return (name) =>
    data === undefined || name === null || [name, ...(builtOn[name] ?? [])].every((needed) => isModuleOn(data, needed))
}

/** The first of some modules, or of those that they are built on, that the person does not have; null if there is none. */
export const useMissingModule = (): ((names: readonly ModuleName[]) => ModuleName | null) => {
  const { data } = useQuery(knownProfileOptions(useClient()))
  return (names) =>
    names
      .flatMap((name) => [name, ...(builtOn[name] ?? [])])
      .find((name) => data !== undefined && !isModuleOn(data, name)) ?? null
}

/** Roles of the signed-in person; empty until the profile has loaded. */
export const useRoles = (): readonly string[] => useQuery(knownProfileOptions(useClient())).data?.roles ?? []
