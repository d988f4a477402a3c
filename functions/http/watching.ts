import { rememberingOrders } from '../aws/remembered.ts';
import { ports } from './ports.ts';

/** For reads of many at once: the order of a large table is a large item. */
export const watching = { ...ports, tables: rememberingOrders(ports.tables, ports.now) };
