import { addressIn } from '#domain/countries.ts';
import type { Reading } from '#content/reading/reading.ts';
import { findPosition } from '#kinds/location/resolve.ts';
import { localText } from '#kinds/reading/local-text.ts';
import type { Screen } from './screen.ts';

type Of = 'channel_partners' | 'representatives';
const sellerKinds = { channel_partners: 'channel_partner', representatives: 'representative' } as const;

/** Who sells the products, or advises customers, region by region. */
function readSellersScreen(of: Of) {
  return async ({ source, context }: Reading): Promise<Screen> => {
    const { trace, locale } = context;
    trace.tag(`list:${sellerKinds[of]}`);
    const { items } = await source.list(locale, { list: 'sellers', of });
    return {
      content: {
        screen: 'sellers',
        sellers: items.map((row) => {
          trace.tag(`${sellerKinds[of]}:${row.id}`);
          return {
            id: row.id,
            name: row.name,
            region: row.region,
            countries: row.countries,
            addressLines: addressIn(locale, { lines: row.address_lines, countries: row.countries }),
            url: row.url,
            email: row.email,
            phone: row.phone,
            position: findPosition(row),
            note: localText(row.localized, locale, 'note') ?? '',
          };
        }),
      },
      jsonLd: [],
    };
  };
}

export const readChannelPartnersScreen = readSellersScreen('channel_partners');
export const readRepresentativesScreen = readSellersScreen('representatives');
