import { executeServerCommand } from '@web/test-runner-commands';

/** What assistive technology gets of an element. */
interface AccessibleNode {
  role: string;
  name: string;
  description: string;
}

/** The elements of one role in the page, as the browser computes them for assistive technology. */
export async function accessibleNodes(role: string): Promise<AccessibleNode[]> {
  const nodes = await executeServerCommand<AccessibleNode[], unknown>('accessibility-tree');
  return nodes.filter((node) => node.role === role);
}
