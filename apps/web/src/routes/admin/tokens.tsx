import { createFileRoute } from '@tanstack/react-router'
import { tokensSearchSchema } from '../../features/administration/administration.search.ts'
import { TokensPage } from '../../features/administration/tokens-page.tsx'

export const Route = createFileRoute('/admin/tokens')({ validateSearch: tokensSearchSchema, component: TokensPage })
