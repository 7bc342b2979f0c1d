//! Why something is not done, in every game.

use super::catalogue::texts;

texts! {
    /// Reasons that any game may have.
    AnyRefusal {
        NoSeat: "there is no seat {}", "il n’y a pas de place {}";
    }
}

texts! {
    /// Reasons of patiences.
    PatienceRefusal {
        NotAMove: "`{}` is not a move; write places such as 37, 12-3, 3a, a3 or 3h, or cards such as 5H 6S",
            "`{}` n’est pas un coup ; écrivez des emplacements comme 37, 12-3, 3a, a3 ou 3h, ou des cartes comme 5♥ 6♠";
        Ambiguous: "`{}` may mean {} or {}; write {} for the columns, or the cards by their names",
            "`{}` peut vouloir dire {} ou {} ; écrivez {} pour les colonnes, ou les cartes par leurs noms";
        NoCell: "there is no cell {}", "il n’y a pas de cellule {}";
        EmptyCell: "cell {} is empty", "la cellule {} est vide";
        TakenCell: "cell {} is taken", "la cellule {} est occupée";
        EmptyColumn: "column {} is empty", "la colonne {} est vide";
        EmptyFoundation: "the foundation of {} is empty", "la fondation de {} est vide";
        SamePlace: "the cards are there already", "les cartes y sont déjà";
        NotARun: "the top {} cards are not a run", "les {} cartes du dessus ne forment pas une suite";
        OnePlace: "only one card fits there", "il n’y a de place que pour une carte";
        NoRoom: "{} cards cannot move together: there is only room to move {}",
            "{} cartes ne peuvent pas bouger ensemble : il n’y a de place que pour {}";
        GoesUp: "{} would go to its foundation on the way", "{} irait en chemin sur sa fondation";
        Won: "the game is already won", "la partie est déjà gagnée";
        Covered: "{} lies under another card", "{} est sous une autre carte";
        PutUp: "{} is on its foundation", "{} est sur sa fondation";
        NoTop: "{} is not on top of a column", "{} n’est pas au bout d’une colonne";
        Build: "{} cannot go on {}", "{} ne va pas sur {}";
        NoEmptyColumn: "no column is empty", "aucune colonne n’est vide";
        NoColumn: "there is no column {}", "il n’y a pas de colonne {}";
        NotEmpty: "column {} is not empty", "la colonne {} n’est pas vide";
        AnyCard: "an empty column takes any card", "une colonne vide accepte toute carte";
        KingsOnly: "an empty column takes only a king", "une colonne vide n’accepte qu’un roi";
        StaysEmpty: "an empty column stays empty", "une colonne vide reste vide";
        NoFreeCell: "no cell is free", "aucune cellule n’est libre";
        CellToCell: "{} is in a cell already", "{} est déjà dans une cellule";
        Forced: "cards go to the foundations by themselves", "les cartes montent d’elles-mêmes sur les fondations";
        NotNext: "{} is not the next card of its foundation", "{} n’est pas la carte suivante de sa fondation";
        NoRedeal: "no redeal is left", "il ne reste plus de redistribution";
        NoNumber: "only a deal by number can be dealt again", "seule une donne numérotée peut être redistribuée";
        NoRotation: "no rotation is left", "il ne reste plus de rotation";
        NotInColumn: "{} is not in a column", "{} n’est pas dans une colonne";
        NoPlace: "{} cannot go down to place {} of its column", "{} ne peut pas descendre à la place {} de sa colonne";
    }
}

texts! {
    /// Reasons of peg solitaire.
    PegRefusal {
        Nothing: "there is no move", "il n’y a pas de coup";
        NotAHole: "`{}` is not a hole; holes are written like d4", "`{}` n’est pas un trou ; un trou s’écrit comme d4";
        NotACourseHole: "`{}` is not a hole; in this notation holes are written like (3,3)",
            "`{}` n’est pas un trou ; dans cette notation un trou s’écrit comme (3,3)";
        NoSuchHole: "there is no hole {} on this board", "il n’y a pas de trou {} sur ce plateau";
        NotAMove: "`{}` is not a move; moves are written like d2-d4 or d2-d4-f4",
            "`{}` n’est pas un coup ; un coup s’écrit comme d2-d4 ou d2-d4-f4";
        NotACourseMove: "`{}` is not a move; in this notation moves are written like (3,1) b",
            "`{}` n’est pas un coup ; dans cette notation un coup s’écrit comme (3,1) b";
        SquareOnly:
            "the course notation is for square grids without listed jumps",
            "la notation du cours est pour les grilles carrées sans liste de sauts";
        NotPossible: "that is not possible: {}", "ce n’est pas possible : {}";
        JumpNotPossible: "jump {} is not possible: {}", "le saut {} n’est pas possible : {}";
        NoPeg: "there is no peg to move", "il n’y a pas de pion à bouger";
        Occupied: "the hole to land in is not empty", "le trou d’arrivée n’est pas vide";
        NotAJump: "the holes are not two apart in a line", "les trous ne sont pas à deux pas en ligne droite";
        NotListed: "this jump is not in the list of the board", "ce saut n’est pas dans la liste du plateau";
        AmbiguousJump:
            "the jump can go over more than one peg; write the hole of the peg to take off, as in a1-c1/b1",
            "le saut peut passer par-dessus plus d’un pion ; écrivez le trou du pion à enlever, comme dans a1-c1/b1";
        NothingBetween: "there is no peg to jump over", "il n’y a pas de pion à sauter";
    }
}
