/** A tournament or comparison as it stands. */
export interface Meeting {
  bots: string[];
  wins?: number[];
}
export interface Round {
  title: string;
  byes: string[];
  meetings: Meeting[];
}
export interface Rated {
  name: string;
  elo: number;
  interval: [number, number];
  matches: number;
  win_rate: number;
  faults: Record<string, number>;
}
export interface Contest {
  id: number;
  kind: string;
  game: string;
  format: string;
  bots: string[];
  played: number;
  planned: number;
  finished: boolean;
  running: boolean;
  trouble?: string;
  ratings?: Rated[];
  ahead?: ([number, number, number, number] | null)[][];
  ranking?: string[];
  rounds?: Round[];
  coming?: Round | null;
  old?: string;
  new?: string;
  verdict?: string;
  words?: string;
  gain?: number;
  interval?: [number, number];
  bounds?: [number, number];
  path?: { games: number; gain: number; test: number }[];
}
