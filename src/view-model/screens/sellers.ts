export type Seller = {
  id: number;
  name: string;
  region: 'europe' | 'americas' | 'asia_pacific' | 'middle_east_africa' | null;
  /** ISO 3166 codes. */
  countries: readonly string[];
  addressLines: readonly string[];
  url: string | null;
  email: string | null;
  phone: string | null;
  /** Degrees; null for one that the map does not show. */
  position: { latitude: number; longitude: number } | null;
  note: string;
};

export type SellersContent = {
  screen: 'sellers';
  /** Region by region. */
  sellers: readonly Seller[];
};
