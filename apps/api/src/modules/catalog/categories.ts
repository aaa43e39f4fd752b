import type { Category } from '@auspex/sdk/types';

/** Topics to begin with, each with the terms that stand for it. The terms are plain phrases of the query language. */
export const categories: readonly Category[] = [
  { id: 'artificial_intelligence', name: 'Artificial intelligence', terms: ['artificial intelligence', 'machine learning', 'language model', 'generative AI', 'computer vision', 'AI agents', 'AI regulation', 'deepfake'] },
  { id: 'beauty', name: 'Beauty', terms: ['skincare', 'sunscreen', 'retinol', 'fragrance', 'hair care', 'clean beauty', 'collagen', 'makeup'] },
  { id: 'business', name: 'Business', terms: ['startup', 'supply chain', 'layoffs', 'merger', 'remote work', 'inflation', 'tariffs', 'small business'] },
  { id: 'climate', name: 'Climate and environment', terms: ['climate change', 'carbon capture', 'drought', 'wildfire', 'recycling', 'biodiversity', 'plastic pollution', 'heat wave'] },
  { id: 'consumer_technology', name: 'Consumer technology', terms: ['smartphone', 'wearable', 'smart home', 'virtual reality', 'foldable phone', 'wireless earbuds', 'app store', 'right to repair'] },
  { id: 'crypto', name: 'Crypto and digital assets', terms: ['bitcoin', 'ethereum', 'stablecoin', 'blockchain', 'crypto exchange', 'digital wallet', 'tokenization', 'mining'] },
  { id: 'energy', name: 'Energy', terms: ['solar power', 'wind power', 'nuclear power', 'heat pump', 'hydrogen', 'oil prices', 'natural gas', 'battery storage'] },
  { id: 'entertainment', name: 'Film, music and games', terms: ['streaming', 'box office', 'video games', 'live music', 'anime', 'podcast', 'esports', 'film festival'] },
  { id: 'fashion', name: 'Fashion', terms: ['streetwear', 'sneakers', 'second hand clothing', 'luxury fashion', 'denim', 'fast fashion', 'fashion week', 'jewelry'] },
  { id: 'finance', name: 'Finance', terms: ['interest rates', 'stock market', 'mortgage', 'credit card', 'retirement', 'insurance', 'central bank', 'buy now pay later'] },
  { id: 'food_drink', name: 'Food and drink', terms: ['oat milk', 'plant based', 'fermented food', 'protein', 'energy drink', 'coffee', 'non alcoholic', 'food prices'] },
  { id: 'health', name: 'Health', terms: ['obesity', 'mental health', 'vaccine', 'sleep', 'diabetes', 'longevity', 'gut health', 'menopause'] },
  { id: 'mobility', name: 'Mobility', terms: ['electric vehicle', 'autonomous driving', 'charging station', 'e-bike', 'public transport', 'hybrid car', 'air taxi', 'car sharing'] },
  { id: 'science', name: 'Science and space', terms: ['space exploration', 'gene editing', 'quantum computing', 'archaeology', 'robotics', 'neuroscience', 'satellite', 'telescope'] },
  { id: 'sports', name: 'Sports', terms: ['football', 'basketball', 'tennis', 'running', 'olympics', 'womens sports', 'pickleball', 'cycling'] },
  { id: 'travel', name: 'Travel', terms: ['airline', 'cruise', 'solo travel', 'short term rental', 'train travel', 'overtourism', 'business travel', 'wellness retreat'] },
];
