/** Coup's actions as the reference card prints them. */

export interface ActionCard {
  name: string;
  what: string;
  claims: string | null;
  price: number;
}
export const ACTIONS: Record<string, ActionCard> = {
  income: { name: 'Income', what: 'take 1 coin', claims: null, price: 0 },
  foreign_aid: { name: 'Foreign aid', what: 'take 2 coins', claims: null, price: 0 },
  tax: { name: 'Tax', what: 'take 3 coins', claims: 'duke', price: 0 },
  steal: { name: 'Steal', what: 'take 2 from one', claims: 'captain', price: 0 },
  exchange: { name: 'Exchange', what: 'swap cards', claims: 'ambassador', price: 0 },
  assassinate: { name: 'Assassinate', what: 'pay 3: one dies', claims: 'assassin', price: 3 },
  coup: { name: 'Coup', what: 'pay 7: one dies', claims: null, price: 7 },
};
