import type { AuspexClient } from '@auspex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parsePlainSearch, stringifyPlainSearch } from '../lib/search-params.ts'
import { routeTree } from '../routeTree.gen.ts'
import { NotFoundView, RouteError } from './route-views.tsx'

export interface RouterContext {
  readonly client: AuspexClient
  readonly queryClient: QueryClient
}

export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultPreload: 'intent',
    // The query client decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundView,
    ...(history && { history }),
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
