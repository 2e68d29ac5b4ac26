/** An entry of a list that is searched. */
export interface Choice {
  /** What stands in the input once it is chosen; no other choice has the same. */
  text: string;
  /** Finds the choice too, such as a city's code. */
  code?: string;
}
