//! Texts that all parts of the programs share.

use super::catalogue::{nouns, texts};

nouns! {
    /// Things that are counted.
    Thing {
        Move: "move" / "moves", "coup" / "coups";
        Turn: "turn" / "turns", "tour" / "tours";
        Card: "card" / "cards", "carte" / "cartes";
        Peg: "peg" / "pegs", "pion" / "pions";
        Jump: "jump" / "jumps", "saut" / "sauts";
        Tile: "tile" / "tiles", "pièce" / "pièces";
        Cell: "cell" / "cells", "cellule" / "cellules";
        Point: "point" / "points", "point" / "points";
    }
}

texts! {
    /// Words about any game.
    Word {
        Won: "won", "gagné";
        Stuck: "nothing can be moved", "plus rien ne bouge";
        WinnableIn: "winnable in {}", "gagnable en {}";
        ProvenLost: "proven lost", "perdu, c’est prouvé";
        Unknown: "unknown", "inconnu";
    }
}
