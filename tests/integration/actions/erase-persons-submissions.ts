import { ofAnAddress } from './of-an-address.ts';

export const entry = ofAnAddress('erasePersonsSubmissions');
