import type { Industry } from '@auspex/sdk/types'

/** The industries offered in onboarding, each with its categories. Ids are stored in profiles: never give one a new meaning. */
export const industries: readonly Industry[] = [
  { id: 'automotive', name: 'Automotive and mobility', categoryIds: ['mobility', 'energy'] },
  { id: 'beauty', name: 'Beauty and personal care', categoryIds: ['beauty', 'fashion'] },
  { id: 'consumer_goods', name: 'Consumer goods', categoryIds: ['consumer_technology', 'fashion', 'food_drink'] },
  { id: 'energy', name: 'Energy and utilities', categoryIds: ['energy', 'climate'] },
  { id: 'finance', name: 'Finance and insurance', categoryIds: ['finance', 'crypto', 'business'] },
  { id: 'food_beverage', name: 'Food and beverage', categoryIds: ['food_drink'] },
  { id: 'health', name: 'Health and pharmaceuticals', categoryIds: ['health', 'science'] },
  { id: 'media', name: 'Media and entertainment', categoryIds: ['entertainment', 'sports'] },
  { id: 'public_sector', name: 'Public sector and non-profit', categoryIds: ['climate', 'health', 'science'] },
  { id: 'retail', name: 'Retail and e-commerce', categoryIds: ['fashion', 'consumer_technology', 'business'] },
  {
    id: 'technology',
    name: 'Technology and telecommunications',
    categoryIds: ['artificial_intelligence', 'consumer_technology', 'crypto'],
  },
  { id: 'travel', name: 'Travel and hospitality', categoryIds: ['travel', 'mobility'] },
]
