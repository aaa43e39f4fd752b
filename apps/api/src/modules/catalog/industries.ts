import type { Industry } from '@auspex/sdk/types'

/** The industries to prefer in onboarding. Ids are stored with profiles: never give one a new meaning. */
export const industries: readonly Industry[] = [
  { id: 'automotive', name: 'Automotive and mobility' },
  { id: 'beauty', name: 'Beauty and personal care' },
  { id: 'consumer_goods', name: 'Consumer goods' },
  { id: 'energy', name: 'Energy and utilities' },
  { id: 'finance', name: 'Finance and insurance' },
  { id: 'food_beverage', name: 'Food and beverage' },
  { id: 'health', name: 'Health and pharmaceuticals' },
  { id: 'media', name: 'Media and entertainment' },
  { id: 'public_sector', name: 'Public sector and non-profit' },
  { id: 'retail', name: 'Retail and e-commerce' },
  { id: 'technology', name: 'Technology and telecommunications' },
  { id: 'travel', name: 'Travel and hospitality' },
]
